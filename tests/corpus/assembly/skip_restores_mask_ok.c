/* Interrupts are masked while the ticks are read; a skip over sei lets them in again. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint16_t ticks;
static uint16_t seen;

ISR(TIMER0_OVF_vect) {
    ticks++;
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
        seen = ticks;
        restore(status);
    }
}
