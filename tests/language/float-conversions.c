// Between integers and floating point in both directions.
#include <stdint.h>

static volatile uint32_t raw = 4095;
static float volts;
static int64_t scaled;

void isr_1(void) { raw = 1000; }

int main(void) {
    volts = (float)raw * 3.3f / 4096.0f;
    scaled = (int64_t)((double)volts * 1000.0);
    uint8_t small = (uint8_t)volts;
    return small + (int)scaled;
}
