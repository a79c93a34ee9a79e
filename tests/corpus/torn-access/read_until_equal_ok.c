/* A tick of 64 bits on a 32-bit core, read again until two readings agree: what is torn is read once more. */
// options: --target thumbv7m-none-eabi --arrivals 2 --unwind 2
// notes: 4
static volatile unsigned long long ticks;
static unsigned long long now;

void SysTick_Handler(void) {
    ticks++;
}

int main(void) {
    for (;;) {
        unsigned long long first, second;

        do {
            first = ticks;
            second = ticks;
        } while (first != second);
        now = first;
    }
}
