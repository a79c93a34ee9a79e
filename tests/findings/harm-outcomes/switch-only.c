// The two switches contradict each other, but nobody sees what they decide.
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

// not-shown-harmful: RWR mode 5 14 9
