/*
 * A frame that the receive interrupt fills is given to a function of a library, which only reads it: its parameter says
 * so. The interrupt leaves it alone until it is sent.
 */
// options: -mmcu=atmega328p --property race,atomicity --arrivals 3
#include <avr/interrupt.h>
#include <avr/io.h>

struct frame {
    uint8_t length;
    uint8_t bytes[2];
};

void radio_send(const struct frame *frame);

static struct frame frame;
static volatile uint8_t isFull;

ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    if (isFull)
        return;
    frame.bytes[frame.length++ & 1] = byte;
    if (frame.length == 2)
        isFull = 1;
}

int main(void) {
    sei();
    for (;;) {
        if (!isFull)
            continue;
        radio_send(&frame);
        frame.length = 0;
        isFull = 0;
    }
}
