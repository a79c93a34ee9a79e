/* A credit counter of a USB endpoint: the interrupt gives back credits with an atomic addition, and main looks at the
   counter with a plain read. One atomic access does not make the other one so. */
// options: --property race
// expect a: missing-volatile credits not-shown-harmful
void enable_isr(int irq);

static int credits = 2;

void isr_6(void) {
    __atomic_fetch_add(&credits, 1, __ATOMIC_RELAXED); // a.1
}

static int take_credit(void) {
    if (credits == 0) return 0; // a.2
    __atomic_fetch_sub(&credits, 1, __ATOMIC_RELAXED);
    return 1;
}

int main(void) {
    int sent = 0;

    enable_isr(6);
    while (take_credit()) sent++;
    return sent;
}
