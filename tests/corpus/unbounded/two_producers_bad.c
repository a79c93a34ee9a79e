/* Two interrupts put events into one slot, if it is empty. The more urgent one may come between the other's look and its
   entry: both believe that the slot was theirs. Of the two events one is lost, as if the slot had been full. */
// options: --arrivals unbounded
// expect a: atomicity RWW full not-shown-harmful
// expect b: missing-volatile slot not-shown-harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char LAMP;

static volatile unsigned char full;
static unsigned char slot;

void isr_1(void) {
    if (!full) { // a.1
        slot = 1; // b.2
        full = 1; // a.3
    }
}

void isr_2(void) {
    if (!full) {
        slot = 2; // b.1
        full = 1; // a.2
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
