/* An amplifier with a limit. Main takes the gain once, tests whether the product stays under the limit and multiplies. */
// options: --property assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

#define LIMIT 10000

extern volatile uint8_t KNOB, INPUT;

static volatile uint8_t gain = 1;

void isr_2(void) {
    gain = KNOB;
}

static uint16_t amplify(uint8_t sample) {
    const uint8_t factor = gain;

    if ((uint32_t)factor * sample > LIMIT) return LIMIT;
    return (uint16_t)(factor * sample);
}

int main(void) {
    const uint8_t sample = INPUT;

    enable_isr(2);
    assert(amplify(sample) <= LIMIT);
    return 0;
}
