/* A debounced button: one interrupt follows the level, a less urgent one samples it and counts up and down between two
   stops. Main takes the news with the sampler kept out. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
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
        changed = 1;
    } else if (count == 0 && pressed) {
        pressed = 0;
        changed = 1;
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

        disable_isr(1);
        news = changed;
        on = pressed;
        changed = 0;
        enable_isr(1);
        if (news) LAMP = on;
    }
}
