/* A hook that nobody defines is called without a look: a call of null, on those executions on which the interrupt came. */
__attribute__((weak)) void on_overflow(void);

static volatile unsigned char overflows;

void isr_1(void) {
    overflows = 1;
}

int main(void) {
    if (overflows)
        on_overflow(); // undefined
    return 0;
}
