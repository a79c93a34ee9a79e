/*
 * MSP430: an interrupt counts pulses, main takes the count and starts anew. Interrupts are off until GIE is set, so what
 * main does before is safe; taking the count clears GIE. Other bits, here of the clock, leave it as it is.
 */
// options: --target msp430

#define GIE 0x0008
#define LPM0_bits 0x0010
#define SCG0 0x0040
void __bis_SR_register(unsigned short bits);
void __bic_SR_register(unsigned short bits);
void __bic_SR_register_on_exit(unsigned short bits);

volatile unsigned pulses;
volatile unsigned total;

__attribute__((interrupt(2))) void port_isr(void) {
    pulses++;
    __bic_SR_register_on_exit(LPM0_bits);
}

static void take(void) {
    __bic_SR_register(GIE);
    __bis_SR_register(SCG0);
    total += pulses;
    pulses = 0;
    __bic_SR_register(SCG0);
    __bis_SR_register(GIE);
}

int main(void) {
    pulses = 0;
    total = 0;
    __bis_SR_register(LPM0_bits | GIE);
    for (;;) take();
}
