/* Atomic reads and writes of libatomic, one after the other. */
// options: --property atomicity
// expect a: atomicity RWW pulses harmful
#include <avr/interrupt.h>
#include <avr/io.h>

static int16_t pulses;

ISR(INT0_vect) {
    __atomic_fetch_add(&pulses, 1, __ATOMIC_SEQ_CST); // a.2
}

int main(void) {
    EIMSK = 1 << INT0;
    sei();
    for (;;)
        __atomic_store_n(&pulses, __atomic_load_n(&pulses, __ATOMIC_SEQ_CST) - 2, __ATOMIC_SEQ_CST); // a.1 a.3
}
