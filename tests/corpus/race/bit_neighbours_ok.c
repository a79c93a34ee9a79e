/* Two flags, each a byte of its own: main changes one, the interrupt the other. Without bit-fields the assignments do not
   touch each other's memory. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static struct {
    uint8_t alarm;
    uint8_t night;
} mode;

ISR(INT0_vect) {
    mode.alarm = 1;
}

int main(void) {
    EIMSK = _BV(INT0);
    sei();
    mode.night = 1;
    return 0;
}
