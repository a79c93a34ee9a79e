// MSP430, its registers placed by the linker. Bits of several pins enable one interrupt: with all of them switched off,
// nobody comes between.

// options: --target msp430

#define PORT1_VECTOR (3)

void __bis_SR_register(unsigned bits);

extern volatile unsigned char P1IE;
extern volatile unsigned char P1IFG;

static volatile unsigned presses;
static volatile unsigned reported;

__attribute__((interrupt(PORT1_VECTOR))) void port1(void) {
  P1IFG = 0;
  presses++;
}

int main(void) {
  P1IE |= 0x05;
  __bis_SR_register(8);
  for (;;) {
    P1IE &= (unsigned char)~0x05;
    presses += reported;
    P1IE |= 0x05;
  }
}
