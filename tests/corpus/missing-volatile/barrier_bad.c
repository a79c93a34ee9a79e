/* A flag of C11 that the handler stores atomically and main reads as if it were its own. Nothing in the loop makes the
   compiler read it again. */
// options: --property race
// expect a: missing-volatile state
void enable_isr(int irq);

static int state;

void isr_1(void) {
    __atomic_store_n(&state, 1, __ATOMIC_RELEASE); // a.1
}

int main(void) {
    enable_isr(1);
    for (;;) {
        if (state != 0) break; // a.2
    }
    return 0;
}
