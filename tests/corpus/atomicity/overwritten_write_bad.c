/*
 * The interrupt stores a raw value and then the corrected one; between two reads of the main program only the last
 * store can be seen. With `--effect any` both stores are reported, with the default effect only the second would be.
 */
// options: --effect any
// expect raw: atomicity RWR temperature harmful
// expect corrected: atomicity RWR temperature harmful
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t FAN;
extern volatile uint8_t DISPLAY;

static volatile uint8_t temperature = 20;

void isr_1(void) {
    temperature = 90; // raw.2
    temperature = 85; // corrected.2
}

int main(void) {
    enable_isr(1);
    FAN = temperature > 50; // raw.1 corrected.1
    DISPLAY = temperature; // raw.3 corrected.3
    return 0;
}
