/* A 16-bit counter on an 8-bit core is set back by main, in two stores. The interrupt in between reads one new and one old
   byte, and what it writes is half overwritten when main goes on. */
// options: --property race
// expect a: torn-access turns
// expect b: torn-access turns
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t turns = 0x1234;

ISR(INT1_vect) {
    const uint16_t before = turns; // a.1

    turns = before + 1; // b.1
}

int main(void) {
    uint8_t status;

    EIMSK = _BV(INT1);
    sei();
    status = SREG;
    turns = 0; // a.2 b.2
    SREG = status;
    return 0;
}
