/* The status register is kept on the stack from one statement to the other, as an RTOS does it. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks;
static uint16_t seen;

#define ENTER() __asm__ volatile("in __tmp_reg__, __SREG__\n\tcli\n\tpush __tmp_reg__" ::: "memory")
#define LEAVE() __asm__ volatile("pop __tmp_reg__\n\tout __SREG__, __tmp_reg__" ::: "memory")

ISR(TIMER0_OVF_vect) {
    ticks++;
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        ENTER();
        seen = ticks;
        LEAVE();
    }
}
