// The lost update is overwritten before the unit ends.
int x;
int main(void) {
  x++;
  x = 7;
}
void isr_1(void) { x++; }

// not-shown-harmful: RWW x 4 7 4
// not-shown-harmful: WRW x 4 7 5
