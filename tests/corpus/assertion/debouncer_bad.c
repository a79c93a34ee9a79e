/* A button with a state machine in the timer's interrupt. Main resets state and counters one by one, and the machine goes on
   in between: it is pressed, and the press is no longer counted. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum state { UP, FALLING, DOWN, RISING };

extern volatile unsigned char BUTTON;

static volatile enum state state;
static volatile unsigned presses, releases;

void isr_1(void) {
    const unsigned char pressed = BUTTON & 1;

    switch (state) {
    case UP:
        if (pressed) state = FALLING;
        break;
    case FALLING:
        if (pressed) presses++;
        state = pressed ? DOWN : UP;
        break;
    case DOWN:
        if (!pressed) state = RISING;
        break;
    case RISING:
        if (!pressed) releases++;
        state = pressed ? DOWN : UP;
        break;
    }
}

int main(void) {
    enable_isr(1);
    state = UP;
    presses = 0;
    releases = 0;
    disable_isr(1);
    assert(presses - releases == (state == DOWN || state == RISING)); // a.1
    return 0;
}
