/* Interrupts are masked by mstatus, and let in again as they were. */
// options: --target riscv32 --property race
static volatile unsigned long long uptime;
static unsigned long long seen;

__attribute__((interrupt("machine"))) void timer_isr(void) {
    uptime++;
}

int main(void) {
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    for (;;) {
        unsigned status;
        __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(status)::"memory");
        seen = uptime;
        __asm__ volatile("csrw mstatus, %0" ::"r"(status) : "memory");
    }
}
