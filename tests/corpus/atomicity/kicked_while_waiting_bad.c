/* Main waits for the end of a transfer, kicks the watchdog meanwhile, and then takes its length in two looks: what a
   second transfer changes in between is neither of the two. */
// options: --arrivals 2
// expect a: atomicity RWR length harmful
// notes: 1
#define WATCHDOG (*(volatile unsigned char *)0x40003000)

static volatile unsigned char done, length;
static unsigned char from, to;

void isr_1(void) {
    length += 10; // a.2
    done = 1;
}

int main(void) {
    while (!done) {
        WATCHDOG = 0xaa;
    }
    from = length; // a.1
    to = length + 10; // a.3
    return 0;
}
