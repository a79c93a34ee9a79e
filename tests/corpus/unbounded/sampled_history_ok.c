/* A button that is debounced by the history of its last samples, each a bit of a port: pressed when three in a row say
   so after one that did not. Nothing depends on older samples. Main takes the news with the sampler kept out. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char PORT, LAMP;

static volatile unsigned char presses;

void isr_1(void) {
    static unsigned char history;

    history = (history << 1 | (PORT & 1)) & 15;
    if (history == 7 && presses < 2) presses++;
}

int main(void) {
    unsigned char on = 0;

    enable_isr(1);
    for (;;) {
        disable_isr(1);
        if (presses > 0) {
            presses--;
            on = !on;
        }
        enable_isr(1);
        LAMP = on;
    }
}
