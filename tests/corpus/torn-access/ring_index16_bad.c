/* The index of a ring of 512 bytes takes two bytes on an 8-bit core: the interrupt that steps from 255 to 256 changes
   both while main has read one of them. */
// expect a: torn-access head
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t head;
static uint16_t seen;

ISR(INT0_vect) {
    head = (head + 1) & 511; // a.1
}

int main(void) {
    EIMSK = _BV(INT0);
    sei();
    for (;;) {
        seen = head; // a.2
    }
}
