/* A one-shot timer whose interrupt switches itself off. Main switches it on before it has noted what the timer is for, and
   it may expire at once. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum purpose { NOTHING, RETRY, GIVE_UP };

static volatile enum purpose purpose;
static volatile unsigned char retries, gave_up;

void isr_2(void) {
    disable_isr(2);
    assert(purpose != NOTHING); // a.1
    if (purpose == RETRY) retries++;
    else gave_up = 1;
    purpose = NOTHING;
}

static void start(enum purpose what) {
    enable_isr(2);
    purpose = what;
}

int main(void) {
    start(RETRY);
    disable_isr(2);
    if (purpose == NOTHING) start(GIVE_UP);
    return gave_up;
}
