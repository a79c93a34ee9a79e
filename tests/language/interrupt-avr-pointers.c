// target: avr
// Function pointers live in another address space than data.
#include <stdint.h>

typedef void (*action)(void);

static uint8_t value;
static void inc(void) { value++; }
static void dec(void) { value--; }
static volatile action pending = inc;
static const action actions[] = {inc, dec};

__attribute__((signal)) void __vector_3(void) { pending = actions[1]; }

int main(void) {
    action run = pending;
    if (run) run();
    return value;
}
