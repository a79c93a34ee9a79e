/* The status register is kept on the stack; what it guards is read behind it. */
// options: --property race
// expect a: torn-access ticks
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks;
static uint16_t seen;

#define ENTER() __asm__ volatile("in __tmp_reg__, __SREG__\n\tcli\n\tpush __tmp_reg__" ::: "memory")
#define LEAVE() __asm__ volatile("pop __tmp_reg__\n\tout __SREG__, __tmp_reg__" ::: "memory")

ISR(TIMER0_OVF_vect) {
    ticks++; // a.1
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        ENTER();
        LEAVE();
        seen = ticks; // a.2
    }
}
