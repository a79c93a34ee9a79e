// What was read in between is thrown away.
int x, y; // RWR x not-shown-harmful
void isr_1(void) { x = 1; }
int main(void) {
  y = x;
  y = x;
  y = 3;
}
