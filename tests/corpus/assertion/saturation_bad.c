/* An amplifier with a limit. Main tests whether the product stays under the limit and multiplies afterwards with the gain of
   that moment, which the interrupt may have raised. */
// options: --property assertion
// expect a: assertion
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
    if ((uint32_t)gain * sample > LIMIT) return LIMIT;
    return (uint16_t)(gain * sample);
}

int main(void) {
    const uint8_t sample = INPUT;

    enable_isr(2);
    assert(amplify(sample) <= LIMIT); // a.1
    return 0;
}
