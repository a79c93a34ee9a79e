// The ISR looks at the intermediate value, and nothing follows from it.
int x; // WRW x not-shown-harmful
void isr_1(void) { (void)x; int y = x; }
int main(void) {
  x = 1;
  x = 2;
}
