// Nothing but the way that main takes, which is no effect by itself.
int level;
int main(void) {
  int p = 0;
  if (level < 5)
    p = 1;
  if (level > 5)
    p = 2;
}
void isr_1(void) { level = 9; }

// not-shown-harmful: RWR level 5 10 7
