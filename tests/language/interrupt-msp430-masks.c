// target: msp430
// dint and eint as instructions.
static volatile unsigned long uptime;

__attribute__((interrupt(9))) void watchdog_isr(void) { uptime++; }

static unsigned long read_uptime(void) {
    unsigned long value;
    __asm__ __volatile__("dint\n\tnop" ::: "memory");
    value = uptime;
    __asm__ __volatile__("eint" ::: "memory");
    return value;
}

int main(void) { return (int)(read_uptime() >> 16); }
