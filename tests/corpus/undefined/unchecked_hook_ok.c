/* A hook that nobody defines is called only if there is one. */
__attribute__((weak)) void on_overflow(void);

static volatile unsigned char overflows;

void isr_1(void) {
    overflows = 1;
}

int main(void) {
    if (overflows && on_overflow)
        on_overflow();
    return 0;
}
