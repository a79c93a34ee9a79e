/* A serial port that is switched off: main waits with interrupts open until the interrupt has sent the last byte, and
   masks them only to switch it off. */
// notes: 1
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint8_t waiting = 1;

ISR(USART_UDRE_vect) {
    UDR0 = waiting;
    waiting = 0;
}

static void drain(void) {
    while (waiting != 0) {
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        UCSR0B = 0;
    }
}

int main(void) {
    UCSR0B = _BV(UDRIE0);
    sei();
    drain();
    return 0;
}
