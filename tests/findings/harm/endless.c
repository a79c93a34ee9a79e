// Units end with each round of the loop.
volatile unsigned char x; // RWW x harmful
void isr_1(void) { x = 5; }
int main(void) {
  for (;;) x = x + 1;
}
