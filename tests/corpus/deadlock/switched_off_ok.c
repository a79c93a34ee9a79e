/* A timer that stops itself, and leaves the watchdog alone: main waits until that has come. */
// options: --property deadlock
void enable_isr(int irq);
void disable_isr(int irq);

static volatile unsigned char fed;

void isr_1(void) {
    disable_isr(1);
}

void isr_2(void) {
    fed = 1;
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    while (!fed) {
    }
    return 0;
}
