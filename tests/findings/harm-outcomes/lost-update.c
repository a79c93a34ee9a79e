// Both count: the ISR's increment is lost.
int x;
int main(void) {
  x++;
}
void isr_1(void) { x++; }

// harmful: RWW x 4 6 4
// because: x ends as 1; with the preemption before or after line 4 it ends as 2
