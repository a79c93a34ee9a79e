// Main starts transfers, of which the handler sends two bytes, and does not wait for each to end: it sets the position
// back in the middle of one.
// options: --property atomicity --arrivals 4
// expect a: atomicity WRW position harmful
// expect b: atomicity WRW position harmful
// expect c: atomicity WRW isEnded harmful

volatile unsigned char *const OUT = (volatile unsigned char *)0x40000000;

void enable_isr(int n);

static volatile unsigned char position;
static volatile unsigned char isEnded;

void isr_1(void) {
  if (isEnded) return; // c.2
  *OUT = position; // a.2
  position++; // b.2
  if (position == 2) isEnded = 1;
}

int main(void) {
  enable_isr(1);
  for (int n = 0; n < 2; n++) {
    position = 0; // a.1 a.3 b.1 b.3
    isEnded = 0; // c.1 c.3
  }
  for (;;) {
  }
}
