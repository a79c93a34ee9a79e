/* The project's own macro reports what failed to a function that does not come back: reaching it is the failure. Both
   counters are counted by one handler, but read one after the other. */
// options: --property assertion --arrivals 1
// expect a: assertion
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
    first = received;
    second = handled;
    ENSURE(first == second); // a.1
    return 0;
}
