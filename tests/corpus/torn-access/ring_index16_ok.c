/* The index of a ring of 64 bytes takes two bytes on an 8-bit core, though its high one never changes: in two pieces or
   in one, main reads what was there before or after. */
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t head;
static uint16_t seen;

ISR(INT0_vect) {
    head = (head + 1) & 63;
}

int main(void) {
    EIMSK = _BV(INT0);
    sei();
    for (;;) {
        seen = head;
    }
}
