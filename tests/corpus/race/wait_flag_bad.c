/* A start-up handshake: main waits until the radio's interrupt says that the oscillator is stable. The flag is a plain
   variable, so nothing makes the compiler read it again, and nothing orders the two accesses. */
// options: --property race
// expect a: missing-volatile stable
void enable_isr(int irq);

extern volatile unsigned char RADIO_POWER;

static unsigned char stable;

void isr_3(void) {
    stable = 1; // a.1
}

static void radio_start(void) {
    RADIO_POWER = 1;
    while (!stable) { // a.2
    }
}

int main(void) {
    enable_isr(3);
    radio_start();
    RADIO_POWER = 2;
    return 0;
}
