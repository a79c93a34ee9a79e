/* Channels that main and a driver's interrupt claim; each asks for any of them. Main finds its channel free and takes it,
   and the driver may have taken the same one in between. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { FREE, OF_MAIN, OF_DRIVER };
enum { CHANNELS = 4, NONE = CHANNELS };

extern volatile unsigned char WANTED, REQUESTED;

static volatile unsigned char owner[CHANNELS];
static volatile unsigned char driver_has = NONE;

void isr_4(void) {
    const unsigned char channel = REQUESTED % CHANNELS;

    if (owner[channel] == FREE) {
        owner[channel] = OF_DRIVER;
        driver_has = channel;
    }
}

int main(void) {
    const unsigned char channel = WANTED % CHANNELS;

    enable_isr(4);
    if (owner[channel] == FREE) owner[channel] = OF_MAIN;
    const unsigned char theirs = driver_has;
    assert(theirs == NONE || owner[theirs] == OF_DRIVER); // a.1
    return 0;
}
