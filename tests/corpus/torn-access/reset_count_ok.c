/* A 16-bit counter on an 8-bit core is set back by main, in two stores, with the global mask closed and put back
   afterwards. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t turns = 0x1234;

ISR(INT1_vect) {
    const uint16_t before = turns;

    turns = before + 1;
}

int main(void) {
    uint8_t status;

    EIMSK = _BV(INT1);
    sei();
    status = SREG;
    cli();
    turns = 0;
    SREG = status;
    return 0;
}
