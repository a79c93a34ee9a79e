/* Main polls a switch and sets the mode of a lamp, which a timer interrupt shows. It first sets the usual mode and then
   corrects it: the interrupt may show the usual mode while the switch says otherwise. */
// options: --arrivals unbounded
// expect a: atomicity WRW mode harmful
void enable_isr(int irq);

extern volatile unsigned char SWITCH, LAMP;

enum { STEADY, BLINKING };

static volatile unsigned char mode = BLINKING;
static volatile unsigned char shown;

void isr_1(void) {
    shown = mode; // a.2
}

int main(void) {
    enable_isr(1);
    for (;;) {
        mode = STEADY; // a.1
        if (SWITCH & 1)
            mode = BLINKING; // a.3
        LAMP = shown;
    }
}
