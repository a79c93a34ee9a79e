// The call that makes both reads returns what no order of calls and ISR gives.
int value = 1;
static int twice(void) {
  return value + value;
}
int main(void) {
  twice();
}
void isr_1(void) { value = 5; }

// harmful: RWR value 4 9 4
// because: twice returns 6; with the preemption before line 4 it returns 10, after line 4 it returns 2
