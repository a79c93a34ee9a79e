// target: arm
// Masks as instructions: PRIMASK saved and restored, cpsid and cpsie.
#include <stdint.h>

static volatile uint32_t head, tail;

static uint32_t enter(void) {
    uint32_t masked;
    __asm volatile("mrs %0, primask" : "=r"(masked)::"memory");
    __asm volatile("cpsid i" ::: "memory");
    return masked;
}

static void leave(uint32_t masked) { __asm volatile("msr primask, %0" ::"r"(masked) : "memory"); }

void DMA1_Channel1_IRQHandler(void) { head = head + 1; }

int main(void) {
    uint32_t masked = enter();
    uint32_t used = head - tail;
    tail = head;
    leave(masked);
    __asm volatile("cpsie i" ::: "memory");
    return (int)used;
}
