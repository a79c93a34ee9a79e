/* A key matrix: the scan interrupt sets bits that main takes. To save time, main keeps the interrupt out only if the board
   says that the scanner runs at full speed. */
// options: --property race
// expect a: missing-volatile keys not-shown-harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char FAST, LEDS, COLUMN;

static unsigned char keys;

void isr_1(void) {
    keys |= COLUMN; // a.1
}

int main(void) {
    unsigned char taken;
    const unsigned char fast = FAST;

    enable_isr(1);
    if (fast) disable_isr(1);
    taken = keys; // a.2
    enable_isr(1);
    LEDS = fast ? taken : (unsigned char)~taken;
    return 0;
}
