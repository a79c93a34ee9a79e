// Both values lead to the same result, in the end.
int x, y;
int main(void) {
  int old = x;
  int now = x;
  y = now * 0 + old * 0;
}
void isr_1(void) { x = 1; }

// not-shown-harmful: RWR x 4 8 5
