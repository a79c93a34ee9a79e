// Two ISRs in a row make a step each, and main, which waits for the value in between, never sees it. Both before its first
// look give the same: that is no matter of atomicity.
// isr: first:1:1
// isr: second:2:1
volatile int steps;
int main(void) {
  while (steps != 1)
    ;
  return 0;
}
void first(void) { steps++; }
void second(void) { steps++; }

// not-shown-harmful: RWR steps 7 11 7
// not-shown-harmful: RWR steps 7 12 7
