/* Main waits for the end of a transfer and kicks the watchdog meanwhile: how often it did is no outcome. */
// options: --arrivals 2
// notes: 1
#define WATCHDOG (*(volatile unsigned char *)0x40003000)

static volatile unsigned char done, length;
static unsigned char from, to;

void isr_1(void) {
    length += 10;
    done = 1;
}

int main(void) {
    while (!done) {
        WATCHDOG = 0xaa;
    }
    from = length;
    to = from + 10;
    return 0;
}
