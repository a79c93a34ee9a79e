/* A position as a word and as two bytes. Main takes the bytes one by one; a step of the motor in between carries from the
   low byte into the high one. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile union {
    uint16_t word;
    struct {
        uint8_t low, high;
    } byte;
} position = {.word = 0x01ff};

ISR(INT1_vect) {
    position.word++;
}

int main(void) {
    uint8_t low, high;

    EIMSK = _BV(INT1);
    sei();
    high = position.byte.high;
    low = position.byte.low;
    const uint16_t joined = (uint16_t)(high << 8 | low);
    assert(joined == 0x01ff || joined == 0x0200); // a.1
    return 0;
}
