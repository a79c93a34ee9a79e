// Nothing but the way that main takes: neither below nor above the limit, or both.
int level;
int main(void) {
  int p = 0;
  if (level < 5)
    p = 1;
  if (level > 5)
    p = 2;
}
void isr_1(void) { level = 9; }

// harmful: RWR level 5 10 7
// because: the condition in line 5 is true, but with the preemption before line 5 it is false; the condition in line 7 is true, but with the preemption after line 7 it is false
