/* A key matrix: the scan interrupt sets bits that main takes. Main keeps the interrupt out whatever speed the scanner has;
   the speed only decides how the keys are shown. */
// options: --property race
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char FAST, LEDS, COLUMN;

static unsigned char keys;

void isr_1(void) {
    keys |= COLUMN;
}

int main(void) {
    unsigned char taken;
    const unsigned char fast = FAST;

    enable_isr(1);
    disable_isr(1);
    taken = keys;
    enable_isr(1);
    LEDS = fast ? taken : (unsigned char)~taken;
    return 0;
}
