// Allocated in another order, the same in the end.
// interrupts: off
#include <stdlib.h>
void disable_isr(int), enable_isr(int);
int *theirs, *mine, *yours;
int count;
int main(void) {
  int before = count;
  mine = malloc(4);
  *mine = 1;
  enable_isr(1);
  disable_isr(1);
  yours = malloc(4);
  *yours = 3;
  before = count;
}
void isr_1(void) {
  theirs = malloc(4);
  *theirs = 2;
  count = 1;
}

// not-shown-harmful: RWR count 8 20 15
