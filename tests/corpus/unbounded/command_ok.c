/* A command for the interrupt and its answer, handed over by a phase. Whoever the phase belongs to writes its part and
   then moves the phase on, so that the two never touch the same data at one time. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
#include <assert.h>
void enable_isr(int irq);

extern volatile unsigned char LAMP;

enum { IDLE, ASKED, ANSWERED };

static unsigned char command, answer;
static volatile unsigned char phase;

void isr_4(void) {
    if (phase == ASKED) {
        const unsigned char mine = command;

        assert(mine != 0);
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
            command = next;
            phase = ASKED;
            next = 3 - next;
            break;
        case ANSWERED:
            LAMP = answer;
            phase = IDLE;
            break;
        }
    }
}
