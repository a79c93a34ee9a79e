// Only the way through the code tells, and that is no effect.
int level; // RWR level not-shown-harmful
void isr_1(void) { level = 5; }
int main(void) {
  int calm = 0;
  if (level == 0) calm = 1;
  if (level == 5) calm = 2;
}
