/* The same table; the time is read with interrupts off. */
// options: --target thumbv7m-none-eabi --property race
typedef void (*handler)(void);
void __disable_irq(void);
void __enable_irq(void);

static volatile unsigned long long ticks;
static unsigned long long now;

void sys_tick_handler(void) { ticks++; }

static unsigned long long time(void) {
    __disable_irq();
    unsigned long long t = ticks;
    __enable_irq();
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
