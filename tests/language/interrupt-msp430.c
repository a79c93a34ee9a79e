// target: msp430
// Numbered interrupt attributes, 16-bit int, 32-bit long in two halves.
static volatile long total;
static volatile unsigned ready;

__attribute__((interrupt(8))) void timer_isr(void) {
    total += 70000L;
    ready = 1;
}

__attribute__((interrupt(2))) void port_isr(void) { ready = 0; }

int main(void) {
    long copy = 0;
    if (ready) {
        copy = total;
        ready = 0;
    }
    return copy > 100000L;
}
