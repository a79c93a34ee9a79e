/* A number of two bytes is read by two instructions, with interrupts on. */
// options: --property assertion
// expect a: assertion
#include <avr/interrupt.h>
#include <avr/io.h>
#include <preempt.h>

volatile uint16_t both = 0x0101;

ISR(TIMER0_OVF_vect) {
    both = 0x0202;
}

int main(void) {
    uint8_t low, high;

    TIMSK0 = 1 << TOIE0;
    sei();
    __asm__ volatile("lds %0, both\n\tlds %1, both+1" : "=r"(low), "=r"(high)::"memory");
    preempt_assert(low == high); // a.1
    return 0;
}
