/* The same with interrupts off; the instruction behind sei is still masked. */
// options: --property assertion
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
    __asm__ volatile("cli\n\tlds %0, both\n\tsei\n\tlds %1, both+1" : "=r"(low), "=r"(high)::"memory");
    preempt_assert(low == high);
    return 0;
}
