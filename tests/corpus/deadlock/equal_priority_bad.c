/* A handler starts a conversion and waits for the converter's own interrupt. Both have the same priority, so that the
   second one cannot preempt the first. */
// options: --isr isr_1:1:2 --isr isr_2:2:2 --property deadlock
// expect a: deadlock converted
extern volatile unsigned char START;

static volatile unsigned char converted;

void isr_2(void) {
    converted = 1;
}

void isr_1(void) {
    converted = 0;
    START = 1;
    while (!converted) { // a.1
    }
}

int main(void) {
    for (;;) {
    }
}
