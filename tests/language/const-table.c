// A lookup table in read-only memory and an index that the interrupt moves.
#include <stdint.h>

static const uint16_t sine[8] = {2048, 3495, 4095, 3495, 2048, 600, 0, 600};
static volatile uint8_t phase;
uint16_t sample;

void TIM6_IRQHandler(void) { phase = (uint8_t)((phase + 1) & 7); }

int main(void) {
    uint8_t now = phase;
    sample = (uint16_t)((sine[now] + sine[(now + 1) & 7]) / 2);
    return sample > 2048;
}
