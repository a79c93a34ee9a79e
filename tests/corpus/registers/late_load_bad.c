// MSP430. The handler shifts out bits and ends by switching itself off, which main waits for before it sends again. The
// bits are put there only after the handler was switched on: a shift in between comes to the wrong bits.
// options: --target msp430
// expect a: atomicity WWR bits harmful
// expect b: atomicity RWW bits harmful

#define TIMER0_A0_VECTOR (10)
#define CCIE 0x0010

void __bis_SR_register(unsigned bits);

extern volatile unsigned TA0CCTL0;
extern volatile unsigned char P1OUT;

static volatile unsigned bits;
static unsigned char left = 10;

__attribute__((interrupt(TIMER0_A0_VECTOR))) void timer0_a0(void) {
  if (left == 0) {
    TA0CCTL0 &= ~CCIE;
    left = 10;
  } else {
    bits >>= 1; // a.2 b.2
    left--;
  }
}

static void send(unsigned char byte) {
  while (TA0CCTL0 & CCIE) {}
  TA0CCTL0 = CCIE;
  bits = byte; // a.1
  bits |= 0x100; // a.3 b.1 b.3
}

int main(void) {
  __bis_SR_register(8);
  for (;;) send(0x47);
}
