/* A function for two interrupts of different urgency. It keeps a digit in a static variable, so the more urgent one, in
   the middle of the other's call, changes what that one is working on. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char CONSOLE;

static unsigned char to_digit(unsigned char value) {
    static unsigned char digit;

    digit = value;
    digit += '0';
    return digit;
}

void isr_1(void) {
    const unsigned char one = to_digit(1);

    assert(one == '1'); // a.1
    CONSOLE = one;
}

void isr_7(void) {
    CONSOLE = to_digit(7);
}

int main(void) {
    enable_isr(1);
    enable_isr(7);
    return 0;
}
