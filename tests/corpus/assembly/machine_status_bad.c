/* Interrupts are to be masked by mstatus, but the bit that is cleared is the wrong one. */
// options: --target riscv32 --property race
// expect a: torn-access uptime
static volatile unsigned long long uptime;
static unsigned long long seen;

__attribute__((interrupt("machine"))) void timer_isr(void) {
    uptime++; // a.1
}

int main(void) {
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    for (;;) {
        unsigned status;
        __asm__ volatile("csrrci %0, mstatus, 2" : "=r"(status)::"memory");
        seen = uptime; // a.2
        __asm__ volatile("csrw mstatus, %0" ::"r"(status) : "memory");
    }
}
