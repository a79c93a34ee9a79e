/* The vendor's assert_param calls a function that the project defines, an endless loop for the debugger: reaching it is
   the failure. The interrupt is kept out until the channel was checked. */
// options: --property assertion
typedef unsigned char uint8_t;
typedef unsigned long uint32_t;

void assert_failed(uint8_t *file, uint32_t line) {
    for (;;) {
    }
}

#define assert_param(expr) ((expr) ? (void)0U : assert_failed((uint8_t *)__FILE__, __LINE__))

void enable_isr(int irq);
void disable_isr(int irq);

static volatile uint8_t channel;

void isr_1(void) {
    channel = channel == 3 ? 4 : 3;
}

static void start(uint8_t wanted) {
    assert_param(wanted == channel);
}

int main(void) {
    enable_isr(1);
    disable_isr(1);
    start(channel);
    enable_isr(1);
    return 0;
}
