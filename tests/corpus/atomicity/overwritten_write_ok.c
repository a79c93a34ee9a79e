/*
 * The interrupt stores a raw value and then the corrected one; between two reads of the main program only the last
 * store can be seen. The main program reads once.
 */
// options: --effect any
#include <stdint.h>

void enable_isr(int irq);

extern volatile uint8_t FAN;
extern volatile uint8_t DISPLAY;

static volatile uint8_t temperature = 20;

void isr_1(void) {
    temperature = 90;
    temperature = 85;
}

int main(void) {
    enable_isr(1);
    const uint8_t now = temperature;

    FAN = now > 50;
    DISPLAY = now;
    return 0;
}
