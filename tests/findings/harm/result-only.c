// Only the result tells.
int level; // RWR level harmful
void isr_1(void) { level = 7; }
int main(void) {
  int first = level;
  return first * 10 + level;
}
