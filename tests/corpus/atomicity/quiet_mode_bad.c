/*
 * A switch that is read once silences the panel's interrupt, not the remote control's. Where it does not, both of them can
 * change the level between the two places that use it.
 */
// options: --property atomicity
// expect panel: atomicity RWR level harmful
// expect remote: atomicity RWR level harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char SWITCH, LEFT, RIGHT;

static volatile unsigned char level;

void isr_1(void) {
    level = 10; // panel.2
}

void isr_2(void) {
    level = 20; // remote.2
}

int main(void) {
    enable_isr(-1);
    if (SWITCH & 1)
        disable_isr(1);
    LEFT = level; // panel.1 remote.1
    RIGHT = level; // panel.3 remote.3
}
