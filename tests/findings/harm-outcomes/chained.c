// Two ISRs in a row; only the one with the write in between moves, the other stays.
// isr: first:1:1
// isr: second:2:2
int x, trail;
int main(void) {
  int a = x;
  trail = 0;
  return 10 * a + x;
}
void first(void) { trail = 1; }
void second(void) { x = 1; }

// harmful: RWR x 6 11 8
// because: main returns 1; with the preemption before line 6 it returns 11, after line 8 it returns 0
