// Main starts transfers, of which the handler sends two bytes, and waits for each to end: the position that it sets back
// behind the one is for the other, and that the handler sees it in between is what main waits for.
// options: --property atomicity --arrivals 4
// notes: 4

volatile unsigned char *const OUT = (volatile unsigned char *)0x40000000;

void enable_isr(int n);

static volatile unsigned char position;
static volatile unsigned char isEnded;

void isr_1(void) {
  if (isEnded) return;
  *OUT = position;
  position++;
  if (position == 2) isEnded = 1;
}

int main(void) {
  enable_isr(1);
  for (int n = 0; n < 2; n++) {
    while (!isEnded) {
    }
    position = 0;
    isEnded = 0;
  }
  for (;;) {
  }
}
