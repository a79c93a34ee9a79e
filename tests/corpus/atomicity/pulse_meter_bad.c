/*
 * MSP430: an interrupt counts pulses, main takes the count and starts anew. Interrupts are off until GIE is set, so what
 * main does before is safe; taking the count is not: a pulse between the two accesses is lost.
 */
// options: --target msp430
// expect a: atomicity RWW pulses harmful

#define GIE 0x0008
#define LPM0_bits 0x0010
#define SCG0 0x0040
void __bis_SR_register(unsigned short bits);
void __bic_SR_register(unsigned short bits);
void __bic_SR_register_on_exit(unsigned short bits);

volatile unsigned pulses;
volatile unsigned total;

__attribute__((interrupt(2))) void port_isr(void) {
    pulses++; // a.2
    __bic_SR_register_on_exit(LPM0_bits);
}

static void take(void) {
    __bis_SR_register(SCG0);
    total += pulses; // a.1
    pulses = 0; // a.3
    __bic_SR_register(SCG0);
}

int main(void) {
    pulses = 0;
    total = 0;
    __bis_SR_register(LPM0_bits | GIE);
    for (;;) take();
}
