// target: avr
// ISR(), cli, sei, atomic blocks and register bits as avr-libc writes them.
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

static volatile uint16_t overflow_count;
static volatile uint8_t last_byte;

ISR(TIMER1_OVF_vect) { overflow_count++; }
ISR(USART_RX_vect) { last_byte = UDR0; }
ISR(INT0_vect, ISR_NOBLOCK) { PORTB ^= _BV(PB0); }
EMPTY_INTERRUPT(WDT_vect)

int main(void) {
    uint16_t copy;
    TIMSK1 |= _BV(TOIE1);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
    sei();
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { copy = overflow_count; }
    cli();
    last_byte = 0;
    sei();
    return copy > 3;
}
