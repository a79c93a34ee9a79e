/*
 * The linker places the registers of a watchdog; the program only declares them. The interrupt asks for an early warning
 * by one bit while the main program changes another.
 */
struct Watchdog {
    unsigned char control;
    unsigned char reload;
};

extern volatile struct Watchdog watchdog;
void enable_isr(int n);
void disable_isr(int n);

void isr_1(void) {
    watchdog.control |= 0x04;
}

int main(void) {
    watchdog.reload = 200;
    disable_isr(1);
    watchdog.control &= 0xfe;
    enable_isr(1);
    return 0;
}
