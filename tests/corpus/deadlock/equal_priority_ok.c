/* A handler starts a conversion and waits for the converter's own interrupt, which has the higher priority. */
// options: --isr isr_1:1:2 --isr isr_2:2:3 --property deadlock
extern volatile unsigned char START;

static volatile unsigned char converted;

void isr_2(void) {
    converted = 1;
}

void isr_1(void) {
    converted = 0;
    START = 1;
    while (!converted) {
    }
}

int main(void) {
    for (;;) {
    }
}
