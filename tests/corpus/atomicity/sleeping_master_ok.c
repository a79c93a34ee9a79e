// MSP430. Main begins a transfer, which the handler ends, and reads how it went. It sleeps in between: what it reads is
// what woke it.
// options: --target msp430
// notes: 1

#define PORT1_VECTOR (3)
#define GIE 0x0008
#define CPUOFF 0x0010

void __bis_SR_register(unsigned bits);
void __bic_SR_register_on_exit(unsigned bits);

extern volatile unsigned char P1IE;
extern volatile unsigned char P1OUT;

static volatile unsigned char mode;

__attribute__((interrupt(PORT1_VECTOR))) void port1(void) {
  mode = 2;
  __bic_SR_register_on_exit(CPUOFF);
}

int main(void) {
  P1IE = 0x01;
  __bis_SR_register(GIE);
  for (;;) {
    mode = 1;
    __bis_SR_register(CPUOFF | GIE);
    P1OUT = mode;
  }
}
