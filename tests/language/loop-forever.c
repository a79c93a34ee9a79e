// The loop of real firmware: it never ends.
static volatile unsigned ticks;
static unsigned last, output;

void SysTick_Handler(void) { ticks++; }

int main(void) {
    for (;;) {
        unsigned now = ticks;
        if (now - last >= 10) {
            last = now;
            output ^= 1;
        }
    }
}
