/* A driver with a function that tells whether it is done, and a caller that waits for it. The compiler sees both: it may
   put the function into the loop, read the variable once and never look again. */
// options: --property race
// expect a: missing-volatile done
void enable_isr(int irq);

static int done;

void isr_1(void) {
    done = 1; // a.1
}

static int is_done(void) {
    return done; // a.2
}

int main(void) {
    enable_isr(1);
    while (!is_done()) {
    }
    return 0;
}
