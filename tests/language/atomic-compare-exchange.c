// A lock-free increment and a lock-free maximum.
#include <stdatomic.h>

static _Atomic unsigned total, peak;

static void raise_peak(unsigned value) {
    unsigned seen = atomic_load(&peak);
    while (seen < value && !atomic_compare_exchange_weak(&peak, &seen, value)) {
    }
}

void isr_1(void) {
    atomic_fetch_sub(&total, 1);
    raise_peak(7);
}

int main(void) {
    unsigned expected = 0;
    atomic_compare_exchange_strong(&total, &expected, 3);
    raise_peak(4);
    return (int)(expected + atomic_fetch_or(&peak, 8));
}
