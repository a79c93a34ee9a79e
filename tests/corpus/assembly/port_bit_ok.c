/* A bit of a port is set by one instruction. */
// options: --property atomicity
#include <avr/interrupt.h>
#include <avr/io.h>

ISR(TIMER0_OVF_vect) {
    __asm__ volatile("sbi %0, 1" ::"I"(_SFR_IO_ADDR(PORTB)));
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;)
        __asm__ volatile("sbi %0, 0" ::"I"(_SFR_IO_ADDR(PORTB)));
}
