/* A one-shot timer whose interrupt switches itself off. Main notes what the timer is for before it switches it on. */
// options: --property assertion --arrivals 2
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum purpose { NOTHING, RETRY, GIVE_UP };

static volatile enum purpose purpose;
static volatile unsigned char retries, gave_up;

void isr_2(void) {
    disable_isr(2);
    assert(purpose != NOTHING);
    if (purpose == RETRY) retries++;
    else gave_up = 1;
    purpose = NOTHING;
}

static void start(enum purpose what) {
    purpose = what;
    enable_isr(2);
}

int main(void) {
    start(RETRY);
    disable_isr(2);
    if (purpose == NOTHING) start(GIVE_UP);
    return gave_up;
}
