/* A ring of samples and their sum, both kept by the interrupt. Main adds the ring up and compares; a sample that arrives
   in the loop is in one of the two only. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { SAMPLES = 4 };

extern volatile uint16_t ADC_RESULT;

static volatile uint16_t ring[SAMPLES] = {7, 7, 7, 7};
static volatile uint16_t sum = SAMPLES * 7;
static uint8_t at;

void isr_1(void) {
    const uint16_t sample = ADC_RESULT;

    sum += sample - ring[at];
    ring[at] = sample;
    at = (at + 1) % SAMPLES;
}

int main(void) {
    uint16_t total = 0, expected;

    enable_isr(1);
    for (int i = 0; i < SAMPLES; i++) total += ring[i];
    expected = sum;
    assert(total == expected); // a.1
    return 0;
}
