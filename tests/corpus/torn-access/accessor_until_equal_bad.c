/* A reading by a function, repeated until two agree; the deadline is read only once. */
// options: --target thumbv7m-none-eabi --property race --arrivals 1 --unwind 2
// expect a: torn-access deadline
// notes: 1
static volatile unsigned long long ticks;
static volatile unsigned long long deadline;
static unsigned long long elapsed, until;

void SysTick_Handler(void) {
    ticks++;
    deadline = ticks + 50; // a.1
}

static unsigned long long now(void) {
    return ticks;
}

int main(void) {
    for (;;) {
        unsigned long long first, second;

        do {
            first = now();
            second = now();
        } while (first != second);
        elapsed = first;
        until = deadline; // a.2
    }
}
