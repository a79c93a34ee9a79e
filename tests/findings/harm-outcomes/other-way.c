// Without the ISR main never comes to the second access: the ISR comes when main is done.
int x, stop;
int main(void) {
  int old = x;
  if (stop) {
    int now = x;
  }
  return old;
}
void isr_1(void) {
  x = 1;
  stop = 1;
}

// harmful: RWR x 4 11 6
// because: main returns 0, but with the preemption before line 4 it returns 1; the condition in line 5 is true, but with the preemption after line 6 it is false
