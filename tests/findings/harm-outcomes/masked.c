// The first half is protected; the preemption is moved into the protected part all the same.
void disable_isr(int), enable_isr(int);
int a, b;
int main(void) {
  disable_isr(1);
  int old = a;
  enable_isr(1);
  b = 1;
  disable_isr(1);
  a = old + 1;
  enable_isr(1);
}
void isr_1(void) { a += 10; }

// harmful: RWW a 6 13 10
// because: a ends as 1; with the preemption before line 6 or after line 10 it ends as 11
