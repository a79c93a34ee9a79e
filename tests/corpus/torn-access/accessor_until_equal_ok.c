/* Readings by a function, each repeated until two agree: what is torn is read once more. */
// options: --target thumbv7m-none-eabi --property race --arrivals 1 --unwind 2
// notes: 2
static volatile unsigned long long ticks;
static volatile unsigned long long deadline;
static unsigned long long elapsed, until;

void SysTick_Handler(void) {
    ticks++;
    deadline = ticks + 50;
}

static unsigned long long now(void) {
    return ticks;
}

static unsigned long long limit(void) {
    return deadline;
}

int main(void) {
    for (;;) {
        unsigned long long first, second;

        do {
            first = now();
            second = now();
        } while (first != second);
        elapsed = first;
        do {
            first = limit();
            second = limit();
        } while (first != second);
        until = first;
    }
}
