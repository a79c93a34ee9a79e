/* A loop that feeds the watchdog while it waits. Both are volatile. */
// options: --property race
void enable_isr(int irq);

extern volatile unsigned char WATCHDOG;

static volatile unsigned char ready;

void isr_5(void) {
    ready = 1;
}

int main(void) {
    enable_isr(5);
    while (!ready) {
        WATCHDOG = 0x5a;
    }
    return 0;
}
