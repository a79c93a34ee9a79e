/* A lock between main and an interrupt: main keeps the interrupt out while it has the lock, so that nobody ever spins. */
// options: --property deadlock
void enable_isr(int irq);
void disable_isr(int irq);

static unsigned char lock;
static unsigned int total;

static void add(unsigned int n) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    }
    total += n;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

void isr_2(void) {
    add(1);
}

int main(void) {
    enable_isr(2);
    disable_isr(2);
    add(10);
    enable_isr(2);
    return 0;
}
