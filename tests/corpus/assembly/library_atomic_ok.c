/* One atomic change of libatomic. */
// options: --property atomicity
#include <avr/interrupt.h>
#include <avr/io.h>

static int16_t pulses;

ISR(INT0_vect) {
    __atomic_fetch_add(&pulses, 1, __ATOMIC_SEQ_CST);
}

int main(void) {
    EIMSK = 1 << INT0;
    sei();
    for (;;)
        __atomic_fetch_sub(&pulses, 2, __ATOMIC_SEQ_CST);
}
