/* Two contexts hand over a buffer: the handler fills it if main has taken what was in it, and else comes back another
   time. */
// options: --property deadlock
void enable_isr(int irq);

static volatile unsigned char buffer;
static volatile unsigned char taken = 1;

void isr_4(void) {
    if (taken) {
        taken = 0;
        buffer = 7;
    }
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
