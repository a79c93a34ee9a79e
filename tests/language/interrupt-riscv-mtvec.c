// target: riscv32
// A handler whose address goes into mtvec, and a cause that selects the work.
static volatile unsigned timer_ticks, external;

__attribute__((interrupt, aligned(4))) void trap(void) {
    unsigned cause;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause == 0x80000007u)
        timer_ticks++;
    else
        external++;
}

int main(void) {
    __asm__ volatile("csrw mtvec, %0" ::"r"(trap));
    unsigned sum = timer_ticks;
    sum += external;
    return (int)sum;
}
