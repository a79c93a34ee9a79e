/* A bit of a port is set by reading all of it and writing it back. */
// options: --property atomicity
// expect a: atomicity RWW PORTB harmful
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(TIMER0_OVF_vect) {
    __asm__ volatile("sbi %0, 1" ::"I"(_SFR_IO_ADDR(PORTB))); // a.2
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;)
        __asm__ volatile("in r24, %0\n\tori r24, 1\n\tout %0, r24" ::"I"(_SFR_IO_ADDR(PORTB)) : "r24"); // a.1 a.3
}
