/* A loop that feeds the watchdog while it waits. The watchdog's register is volatile, the flag is not: to the compiler,
   the one says nothing about the other. */
// options: --property race
// expect a: missing-volatile ready
void enable_isr(int irq);

extern volatile unsigned char WATCHDOG;

static unsigned char ready;

void isr_5(void) {
    ready = 1; // a.1
}

int main(void) {
    enable_isr(5);
    while (!ready) { // a.2
        WATCHDOG = 0x5a;
    }
    return 0;
}
