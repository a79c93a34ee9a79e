/*
 * The linker places the registers of a watchdog; the program only declares them. The interrupt asks for an early warning
 * by one bit while the main program changes another.
 */
// expect a: atomicity RWW watchdog harmful
struct Watchdog {
    unsigned char control;
    unsigned char reload;
};

extern volatile struct Watchdog watchdog;

void isr_1(void) {
    watchdog.control |= 0x04; // a.2
}

int main(void) {
    watchdog.reload = 200;
    watchdog.control &= 0xfe; // a.1 a.3
    return 0;
}
