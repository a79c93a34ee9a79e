// Narrow operands are computed as int.
#include <stdint.h>

static volatile uint8_t a = 250, b = 10;
static volatile int8_t c = -128;
int results[4];

void isr_1(void) {
    a++;
    c++;
}

int main(void) {
    results[0] = a + b;
    results[1] = (uint8_t)(a + b);
    results[2] = -c;
    results[3] = ~a;
    return results[0] - results[1];
}
