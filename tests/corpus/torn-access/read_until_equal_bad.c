/* A tick of 64 bits on a 32-bit core, read once: the interrupt carries from the low word into the high one in between. */
// options: --target thumbv7m-none-eabi
// expect a: torn-access ticks
static volatile unsigned long long ticks;
static unsigned long long now;

void SysTick_Handler(void) {
    ticks++; // a.1
}

int main(void) {
    for (;;) {
        now = ticks; // a.2
    }
}
