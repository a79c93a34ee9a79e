/*
 * RISC-V: short delays by c.nop, and the system calls that a C library wants of a board, with <sys/stat.h>. The tick
 * interrupt counts; main takes the ticks and starts anew, with interrupts off.
 */
// options: --target riscv32 --property atomicity
#include <sys/stat.h>
#include <sys/times.h>

volatile unsigned ticks;
volatile unsigned passed;

int _fstat(int file, struct stat *status) {
    status->st_mode = file > 2 ? S_IFREG : S_IFCHR;
    return 0;
}

clock_t _times(struct tms *buffer) {
    buffer->tms_utime = 0;
    return 0;
}

__attribute__((interrupt)) void tick_isr(void) {
    ticks++;
}

int main(void) {
    struct stat status;
    _fstat(1, &status);
    __asm__ volatile("csrsi mstatus, 8");
    for (;;) {
        __asm__ volatile("c.nop; c.nop");
        __asm__ volatile("csrci mstatus, 8" ::: "memory");
        passed += ticks;
        ticks = 0;
        __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    }
}
