// <stdatomic.h> with explicit orders.
#include <stdatomic.h>

static atomic_int ticket;
static atomic_bool ready;
static int payload;

void isr_1(void) {
    payload = 9;
    atomic_store_explicit(&ready, 1, memory_order_release);
}

int main(void) {
    int mine = atomic_fetch_add_explicit(&ticket, 1, memory_order_relaxed);
    if (atomic_load_explicit(&ready, memory_order_acquire)) return payload + mine;
    return atomic_exchange(&ticket, 0);
}
