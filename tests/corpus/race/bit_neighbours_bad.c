/* Two flags as bit-fields of one byte: main changes one, the interrupt the other. Each assignment reads and writes the
   whole byte, so they are not independent. */
// options: --property race
// expect a: missing-volatile mode.{alarm,night} not-shown-harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static struct {
    uint8_t alarm : 1;
    uint8_t night : 1;
} mode;

ISR(INT0_vect) {
    mode.alarm = 1; // a.1
}

int main(void) {
    EIMSK = _BV(INT0);
    sei();
    mode.night = 1; // a.2
    return 0;
}
