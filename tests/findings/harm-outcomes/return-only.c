// A sum of two values that never were there together.
int value = 1;
int main(void) {
  return value + value;
}
void isr_1(void) { value = 5; }

// harmful: RWR value 4 6 4
// because: main returns 6; with the preemption before line 4 it returns 10, after line 4 it returns 2
