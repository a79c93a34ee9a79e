// A long private computation between both accesses and behind them costs little.
int x;
unsigned sum;
int main(void) {
  int old = x;
  for (unsigned i = 0; i < 1000000; i++) sum += i;
  x = old + 1;
  for (unsigned i = 0; i < 3000000; i++) sum ^= i;
}
void isr_1(void) { x++; }

// harmful: RWW x 5 10 7
// because: x ends as 1; with the preemption before line 5 or after line 7 it ends as 2
