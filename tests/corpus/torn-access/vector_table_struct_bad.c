/* A vector table that is a structure, with arrays in it and members left out: the handler of the tick is the last of them.
   Main reads 64 bits of time in two halves. */
// options: --target thumbv7m-none-eabi --property race
// expect a: torn-access ticks
typedef void (*handler)(void);
void __disable_irq(void);
void __enable_irq(void);

static volatile unsigned long long ticks;
static unsigned long long now;

void sys_tick_handler(void) { ticks++; } // a.1

static unsigned long long time(void) {
    unsigned long long t = ticks; // a.2
    return t;
}

int main(void) {
    now = time();
    return 0;
}

const struct {
    unsigned *stack;
    handler reset, nmi, faults[4], reserved[4], service, debug, none, pend_service, tick;
} vector_table __attribute__((section(".vectors"))) = { .reset = (handler)main, .tick = sys_tick_handler };
