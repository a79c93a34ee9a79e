/* Two interrupts put events into one slot, if it is empty. The less urgent one keeps the other out from its look until its
   entry is complete. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char LAMP;

static volatile unsigned char full;
static unsigned char slot;

void isr_1(void) {
    disable_isr(2);
    if (!full) {
        slot = 1;
        full = 1;
    }
    enable_isr(2);
}

void isr_2(void) {
    if (!full) {
        slot = 2;
        full = 1;
    }
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    for (;;) {
        if (full) {
            LAMP = slot;
            full = 0;
        }
    }
}
