// The nested ISR is part of the preemption, and moves with it.
// isr: outer:1:1
// isr: inner:2:2
int n, step;
int main(void) {
  n++;
}
void outer(void) {
  step = 1;
  step = 2;
}
void inner(void) {
  if (step == 1)
    n += 10;
}

// harmful: RWW n 6 14 6
// because: n ends as 1; with the preemption before or after line 6 it ends as 11
// harmful: WRW step 9 13 10
// because: n ends as 11; with the preemption before line 9 or after line 10 it ends as 1
