/* A position as a word and as two bytes. Main takes the bytes one by one with interrupts closed. */
// options: --property assertion
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
    cli();
    high = position.byte.high;
    low = position.byte.low;
    sei();
    const uint16_t joined = (uint16_t)(high << 8 | low);
    assert(joined == 0x01ff || joined == 0x0200);
    return 0;
}
