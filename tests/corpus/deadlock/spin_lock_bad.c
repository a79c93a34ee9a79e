/* A lock as threads use it, between main and an interrupt: the handler spins until the lock is free, and main, which has
   it, cannot go on to give it back. */
// options: --property deadlock
// expect a: deadlock lock
void enable_isr(int irq);

static unsigned char lock;
static unsigned int total;

static void add(unsigned int n) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) { // a.1
    }
    total += n;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

void isr_2(void) {
    add(1);
}

int main(void) {
    enable_isr(2);
    add(10);
    return 0;
}
