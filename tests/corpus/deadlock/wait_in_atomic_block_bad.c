/* A serial port that is switched off: main waits until the interrupt has sent the last byte of the queue, inside the
   critical section that protects the queue. The interrupt that would take the byte can never start. */
// expect a: deadlock waiting
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint8_t waiting = 1;

ISR(USART_UDRE_vect) {
    UDR0 = waiting;
    waiting = 0;
}

static void drain(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        while (waiting != 0) { // a.1
        }
        UCSR0B = 0;
    }
}

int main(void) {
    UCSR0B = _BV(UDRIE0);
    sei();
    drain();
    return 0;
}
