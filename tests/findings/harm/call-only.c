// Only what an external function is given tells.
int level; // RWR level harmful
void show(int first, int second);
void isr_1(void) { level = 7; }
int main(void) {
  int first = level;
  show(first, level);
}
