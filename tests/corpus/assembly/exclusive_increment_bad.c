/* An exclusive load, but the store is a plain one. */
// options: --target thumbv7m-none-eabi --property atomicity
// expect a: atomicity RWW count harmful
static volatile unsigned count;

static unsigned load(volatile unsigned *address) {
    unsigned value;
    __asm volatile("ldrex %0, %1" : "=r"(value) : "Q"(*address)); // a.1
    return value;
}

static unsigned store(unsigned value, volatile unsigned *address) {
    unsigned failed;
    __asm volatile("mov %0, #0\n\tstr %2, %1" : "=&r"(failed), "=Q"(*address) : "r"(value)); // a.3
    return failed;
}

void SysTick_Handler(void) {
    count = (count + 1) & 3; // a.2
}

int main(void) {
    for (;;) {
        unsigned value;
        do
            value = (load(&count) + 1) & 3;
        while (store(value, &count));
    }
}
