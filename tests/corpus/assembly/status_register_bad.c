/* The status register is saved and restored, and nothing in between masks. */
// options: --target msp430 --property race
// expect a: torn-access uptime
static volatile unsigned long uptime;
static unsigned long seen;

__attribute__((interrupt(9))) void watchdog_isr(void) {
    uptime++; // a.1
}

int main(void) {
    __asm__ volatile("eint" ::: "memory");
    for (;;) {
        unsigned status;
        __asm__ volatile("mov r2, %0" : "=r"(status)::"memory");
        seen = uptime; // a.2
        __asm__ volatile("mov %0, r2 { nop" ::"r"(status) : "memory");
    }
}
