/* A command for the interrupt and its answer, handed over by a phase. Main says that there is a command before it has
   written it, and the interrupt may carry out the one before, or none. */
// options: --arrivals unbounded
// expect a: missing-volatile command not-shown-harmful
// expect b: assertion
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char LAMP;

enum { IDLE, ASKED, ANSWERED };

static unsigned char command, answer;
static volatile unsigned char phase;

void isr_4(void) {
    if (phase == ASKED) {
        const unsigned char mine = command; // a.1

        assert(mine != 0); // b.1
        answer = mine * 2;
        phase = ANSWERED;
    }
}

int main(void) {
    unsigned char next = 1;

    enable_isr(4);
    for (;;) {
        switch (phase) {
        case IDLE:
            phase = ASKED;
            command = next; // a.2
            next = 3 - next;
            break;
        case ANSWERED:
            LAMP = answer;
            phase = IDLE;
            break;
        }
    }
}
