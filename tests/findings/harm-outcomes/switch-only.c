// The two switches contradict each other.
int mode;
int main(void) {
  int p = 0;
  switch (mode) {
    case 1: p = 1; break;
    case 2: p = 2; break;
  }
  switch (mode) {
    case 1: p = 3; break;
    case 2: p = 4; break;
  }
}
void isr_1(void) { mode = 2; }

// harmful: RWR mode 5 14 9
// because: the switch in line 5 goes to line 9, but with the preemption before line 5 it goes to line 7; the switch in line 9 goes to line 11, but with the preemption after line 9 it goes to line 13
