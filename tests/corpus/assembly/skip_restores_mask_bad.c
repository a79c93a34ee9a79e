/* Interrupts are let in by a skip over sei, before the ticks are read. */
// options: --property race
// expect a: torn-access ticks
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks;
static uint16_t seen;

ISR(TIMER0_OVF_vect) {
    ticks++; // a.1
}

static uint8_t save(void) {
    uint8_t status;
    __asm__ volatile("in %0, __SREG__\n\tcli" : "=r"(status)::"memory");
    return status;
}

static void restore(uint8_t status) {
    __asm__ volatile("sbrc %0, 7\n\tsei" ::"r"(status) : "memory");
}

int main(void) {
    TIMSK0 = 1 << TOIE0;
    sei();
    for (;;) {
        uint8_t status = save();
        restore(status);
        seen = ticks; // a.2
    }
}
