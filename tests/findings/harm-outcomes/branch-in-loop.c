// One way round the loop contradicts itself, but the ways that main takes are no effects, and p ends as it should.
// interrupts: off
void disable_isr(int), enable_isr(int);
int level, i, p;
int main(void) {
  p = 0;
  for (i = 0; i < 2; i++) {
    if (level < 5)
      p = 1;
    if (i == 0) {
      enable_isr(1);
      disable_isr(1);
    }
    if (level > 5)
      p = 2;
  }
}
void isr_1(void) { level = 9; }

// not-shown-harmful: RWR level 8 18 14
