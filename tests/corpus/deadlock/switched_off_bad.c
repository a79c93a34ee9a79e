/* A timer that stops itself: its handler disables both itself and the watchdog's. Where it comes first, main waits for
   a watchdog that nothing enables again. */
// options: --property deadlock
// expect a: deadlock fed
void enable_isr(int irq);
void disable_isr(int irq);

static volatile unsigned char fed;

void isr_1(void) {
    disable_isr(1);
    disable_isr(2);
}

void isr_2(void) {
    fed = 1;
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    while (!fed) { // a.1
    }
    return 0;
}
