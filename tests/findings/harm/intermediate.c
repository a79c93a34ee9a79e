// The ISR copies a value that was to be seen by nobody.
int x, seen; // WRW x harmful
void isr_1(void) { seen = x; }
int main(void) {
  x = 1;
  x = 2;
}
