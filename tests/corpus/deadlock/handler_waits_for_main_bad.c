/* Two contexts hand over a buffer: the handler waits until main has taken what is in it. Main goes on only when the
   handler is over. */
// options: --property deadlock
// expect a: deadlock taken
void enable_isr(int irq);

static volatile unsigned char buffer;
static volatile unsigned char taken;

void isr_4(void) {
    buffer = 7;
    while (!taken) { // a.1
    }
    taken = 0;
}

int main(void) {
    enable_isr(4);
    for (;;) {
        if (buffer != 0) {
            buffer = 0;
            taken = 1;
        }
    }
}
