/* The same flag with a compiler barrier in the loop: it is read in every round. That the two are not both volatile or
   atomic is worth a note, and no more. */
// options: --property race
// notes: 1
void enable_isr(int irq);

static int state;

void isr_1(void) {
    __atomic_store_n(&state, 1, __ATOMIC_RELEASE);
}

int main(void) {
    enable_isr(1);
    for (;;) {
        if (state != 0) break;
        __asm__ volatile("" ::: "memory");
    }
    return 0;
}
