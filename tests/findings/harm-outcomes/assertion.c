// The assertion holds in both other orders.
#include <assert.h>
int x;
int main(void) {
  int a = x;
  assert(a == x);
}
void isr_1(void) { x = 1; }

// harmful: RWR x 5 8 6
// because: main fails in line 6: assertion a == x; with the preemption before line 5 or after line 6 it goes on
