// Moved before the first access, the preemption falls into a region that masks it: masks are ignored.
int x; // RWR x harmful
int a, b;
void isr_1(void) { x = 1; }
int main(void) {
  disable_isr(1);
  a = x;
  enable_isr(1);
  b = x;
}
