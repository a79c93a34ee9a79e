/* A credit counter of a USB endpoint: the interrupt gives back credits with an atomic addition, and main takes and looks
   at them with atomic operations, too. */
// options: --property race
void enable_isr(int irq);

static int credits = 2;

void isr_6(void) {
    __atomic_fetch_add(&credits, 1, __ATOMIC_RELAXED);
}

static int take_credit(void) {
    if (__atomic_load_n(&credits, __ATOMIC_RELAXED) == 0) return 0;
    __atomic_fetch_sub(&credits, 1, __ATOMIC_RELAXED);
    return 1;
}

int main(void) {
    int sent = 0;

    enable_isr(6);
    while (take_credit()) sent++;
    return sent;
}
