/*
 * A switch that is read once silences the panel's interrupt, not the remote control's. Where it does not, both of them can
 * change the level between the two places that use it: it is fetched once.
 */
// options: --property atomicity
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char SWITCH, LEFT, RIGHT;

static volatile unsigned char level;

void isr_1(void) {
    level = 10;
}

void isr_2(void) {
    level = 20;
}

int main(void) {
    enable_isr(-1);
    if (SWITCH & 1)
        disable_isr(1);
    unsigned char now = level;

    LEFT = now;
    RIGHT = now;
}
