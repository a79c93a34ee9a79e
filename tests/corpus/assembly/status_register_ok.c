/* The status register is saved, interrupts are masked, and it is restored. */
// options: --target msp430 --property race
static volatile unsigned long uptime;
static unsigned long seen;

__attribute__((interrupt(9))) void watchdog_isr(void) {
    uptime++;
}

int main(void) {
    __asm__ volatile("eint" ::: "memory");
    for (;;) {
        unsigned status;
        __asm__ volatile("mov r2, %0 { dint { nop" : "=r"(status)::"memory");
        seen = uptime;
        __asm__ volatile("mov %0, r2 { nop" ::"r"(status) : "memory");
    }
}
