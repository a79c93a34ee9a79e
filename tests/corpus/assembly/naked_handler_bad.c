/* A handler in assembly counts what main counts, too. */
// options: --property atomicity
// expect a: atomicity RWW events harmful
#include <avr/interrupt.h>
#include <avr/io.h>

volatile uint8_t events;

ISR(TIMER0_OVF_vect, ISR_NAKED) {
    __asm__ volatile( // a.2
        "push r24\n\tin r24, __SREG__\n\tpush r24\n\tlds r24, events\n\tinc r24\n\tsts events, r24\n\t"
        "pop r24\n\tout __SREG__, r24\n\tpop r24\n\treti");
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        events++; // a.1 a.3
    }
}
