/* A debounced button: one interrupt follows the level, a less urgent one samples it and counts up and down between two
   stops. Main takes the news without keeping the sampler out, and may clear what it has not seen. */
// options: --arrivals unbounded
// expect a: atomicity RWW changed harmful
// expect b: atomicity RWW changed harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char LAMP;

static volatile unsigned char level, pressed, changed;

void isr_1(void) { /* sampler */
    static unsigned char count;

    if (level) {
        if (count < 3) count++;
    } else {
        if (count > 0) count--;
    }
    if (count == 3 && !pressed) {
        pressed = 1;
        changed = 1; // a.2
    } else if (count == 0 && pressed) {
        pressed = 0;
        changed = 1; // b.2
    }
}

void isr_2(void) { /* edge */
    level = !level;
}

int main(void) {
    enable_isr(1);
    enable_isr(2);
    for (;;) {
        unsigned char news, on;

        news = changed; // a.1 b.1
        on = pressed;
        changed = 0; // a.3 b.3
        if (news) LAMP = on;
    }
}
