/* A driver with a function that tells whether it is done, and a caller that waits for it. The variable is volatile: it is
   read in every round. */
// options: --property race
void enable_isr(int irq);

static volatile int done;

void isr_1(void) {
    done = 1;
}

static int is_done(void) {
    return done;
}

int main(void) {
    enable_isr(1);
    while (!is_done()) {
    }
    return 0;
}
