#include "seen.h"

// As the lock of a kernel for one processor is.
struct spin_lock {};
union nothing {};
struct counter { uint16_t low; struct spin_lock lock; union nothing n; uint16_t high; };
struct device { struct spin_lock locks[2]; struct counter counter; uint8_t last; };

static struct device devices[2] = { { .counter = { 1, {}, {}, 2 }, .last = 3 }, { .last = 4 } };
static volatile uint16_t *volatile where = &devices[0].counter.high;

static void lock(struct spin_lock *l) { (void)l; }

void isr_1(void) { devices[1].counter.high++; where = &devices[1].counter.high; }

int main(void) {
    struct spin_lock own;
    enable_isr(1);
    lock(&own);
    lock(&devices[1].counter.lock);
    *where += 5;
    emit(sizeof(struct device));
    emit(devices[0].counter.low * 100 + devices[0].counter.high);
    emit(*((uint8_t *)&devices[0].counter + 2));
    emit(devices[0].last * 10 + devices[1].last);
    emit((char *)&devices[1].counter.high - (char *)devices);
    return 0;
}
