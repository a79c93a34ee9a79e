// AVR: INT0 also enables INT1 in EIMSK, for which there is no handler; main reads the register back before or after that. Bits are kept per register.
// outcomes: 0 0; 0 1; 1 1
// platform: avr
#include <avr/interrupt.h>
#include <avr/io.h>

volatile uint8_t ran;
int out0, out1;

ISR(INT0_vect) {
    EIMSK |= 1 << INT1;
    ran = 1;
}

int main(void) {
    EIMSK = 1 << INT0;
    sei();
    out0 = (EIMSK >> INT1) & 1;
    cli();
    out1 = ran;
}
