// One way round the loop contradicts itself; that the next one starts in the same place does not undo it.
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

// harmful: RWR level 8 18 14
// because: the condition in line 8 is true, but with the preemption before line 8 it is false; the condition in line 14 is true, but with the preemption after line 14 it is false
