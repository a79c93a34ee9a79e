/*
 * The interrupt lowers the gain when the sample is an overload. The main program uses the gain twice, but only for
 * quiet samples: for none of them does the interrupt write.
 */
#include <stdint.h>

void enable_isr(int irq);

#define LOUD 100
#define OVERLOAD 200

extern volatile uint8_t SENSOR;
extern volatile uint8_t AMPLIFIER;
extern volatile uint8_t SCALE;

static volatile uint8_t sample;
static volatile uint8_t gain = 4;

void isr_1(void) {
    if (sample > OVERLOAD) gain = 1;
}

int main(void) {
    sample = SENSOR;
    enable_isr(1);
    if (sample < LOUD) {
        AMPLIFIER = gain;
        SCALE = 64 / gain;
    }
    return 0;
}
