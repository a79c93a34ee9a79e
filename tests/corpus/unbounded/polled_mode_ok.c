/* Main polls a switch and sets the mode of a lamp, which a timer interrupt shows. It sets the mode once, when it knows
   which; the switch may say anything at any time. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
void enable_isr(int irq);

extern volatile unsigned char SWITCH, LAMP;

enum { STEADY, BLINKING };

static volatile unsigned char mode = BLINKING;
static volatile unsigned char shown;

void isr_1(void) {
    shown = mode;
}

int main(void) {
    enable_isr(1);
    for (;;) {
        if (SWITCH & 1)
            mode = BLINKING;
        else
            mode = STEADY;
        LAMP = shown;
    }
}
