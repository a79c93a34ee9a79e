// Units are functions: the first one ends with its result, whatever the caller does with it.
// unit: function
int value = 1;
static int twice(void) {
  return value + value;
}
int main(void) {
  twice();
  return 0;
}
void isr_1(void) { value = 5; }

// harmful: RWR value 5 11 5
// because: twice returns 6; with the preemption before line 5 it returns 10, after line 5 it returns 2
