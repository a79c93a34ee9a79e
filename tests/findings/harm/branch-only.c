// Only the way through the code tells.
int level; // RWR level harmful
void isr_1(void) { level = 5; }
int main(void) {
  int calm = 0;
  if (level == 0) calm = 1;
  if (level == 5) calm = 2;
}
