/* A start-up handshake: main waits until the radio's interrupt says that the oscillator is stable. The flag is volatile
   and one byte wide: on one core that is enough to hand over a single bit. */
// options: --property race
void enable_isr(int irq);

extern volatile unsigned char RADIO_POWER;

static volatile unsigned char stable;

void isr_3(void) {
    stable = 1;
}

static void radio_start(void) {
    RADIO_POWER = 1;
    while (!stable) {
    }
}

int main(void) {
    enable_isr(3);
    radio_start();
    RADIO_POWER = 2;
    return 0;
}
