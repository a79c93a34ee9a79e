// The result is main's alone, but it stays.
int value = 1;
int total;
int main(void) {
  total = value + value;
}
void isr_1(void) { value = 5; }

// harmful: RWR value 5 7 5
// because: total ends as 6; with the preemption before line 5 it ends as 10, after line 5 it ends as 2
