/* The same with both read under a mask. */
// options: --property assertion --arrivals 1
#include <stdint.h>

_Noreturn void board_assert_failed(const char *file, int line);
#define ENSURE(condition) ((condition) ? (void)0 : board_assert_failed(__FILE__, __LINE__))

void enable_isr(int irq);
void disable_isr(int irq);

static volatile uint8_t received, handled;

void isr_1(void) {
    received++;
    handled++;
}

int main(void) {
    uint8_t first, second;

    enable_isr(1);
    disable_isr(1);
    first = received;
    second = handled;
    enable_isr(1);
    ENSURE(first == second);
    return 0;
}
