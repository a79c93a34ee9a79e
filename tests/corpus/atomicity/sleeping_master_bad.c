// MSP430. Main begins a transfer, which the handler ends, and reads how it went. Without sleeping in between, it hands
// out what the handler has made of it or its own mark, as it comes.
// options: --target msp430
// expect a: atomicity WWR mode harmful

#define PORT1_VECTOR (3)
#define GIE 0x0008
#define CPUOFF 0x0010

void __bis_SR_register(unsigned bits);
void __bic_SR_register_on_exit(unsigned bits);

extern volatile unsigned char P1IE;
extern volatile unsigned char P1OUT;

static volatile unsigned char mode;

__attribute__((interrupt(PORT1_VECTOR))) void port1(void) {
  mode = 2; // a.2
  __bic_SR_register_on_exit(CPUOFF);
}

int main(void) {
  P1IE = 0x01;
  __bis_SR_register(GIE);
  for (;;) {
    mode = 1; // a.1
    __bis_SR_register(GIE);
    P1OUT = mode; // a.3
  }
}
