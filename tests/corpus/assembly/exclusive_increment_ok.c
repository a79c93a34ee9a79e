/* An increment by exclusive accesses: the store fails where an exception came in between. */
// options: --target thumbv7m-none-eabi --property atomicity
// notes: 1
static volatile unsigned count;

static unsigned load(volatile unsigned *address) {
    unsigned value;
    __asm volatile("ldrex %0, %1" : "=r"(value) : "Q"(*address));
    return value;
}

static unsigned store(unsigned value, volatile unsigned *address) {
    unsigned failed;
    __asm volatile("strex %0, %2, %1" : "=&r"(failed), "=Q"(*address) : "r"(value));
    return failed;
}

void SysTick_Handler(void) {
    count = (count + 1) & 3;
}

int main(void) {
    for (;;) {
        unsigned value;
        do
            value = (load(&count) + 1) & 3;
        while (store(value, &count));
    }
}
