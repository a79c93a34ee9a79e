// What every program here has: numbers that it lets be seen, and an interrupt that it lets in.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

long seen[64];
int seen_count;

static void emit(long number) {
    seen[seen_count++ & 63] = number;
}

void enable_isr(int irq);
void disable_isr(int irq);
