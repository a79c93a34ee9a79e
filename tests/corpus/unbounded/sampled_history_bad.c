/* A button that is debounced by the history of its last samples, each a bit of a port: pressed when three in a row say
   so after one that did not. Nothing depends on older samples. Main takes the news while the sampler may add to it. */
// options: --arrivals unbounded
// expect a: atomicity RWW presses harmful
// expect b: atomicity RWR presses harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char PORT, LAMP;

static volatile unsigned char presses;

void isr_1(void) {
    static unsigned char history;

    history = (history << 1 | (PORT & 1)) & 15;
    if (history == 7 && presses < 2) presses++; // a.2 b.2
}

int main(void) {
    unsigned char on = 0;

    enable_isr(1);
    for (;;) {
        if (presses > 0) { // b.1
            presses--; // a.1 a.3 b.3
            on = !on;
        }
        LAMP = on;
    }
}
