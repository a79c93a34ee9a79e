// A driver that works on any of two identical peripherals.
struct timer {
    volatile unsigned count, limit;
};

static struct timer *const timers[2] = {(struct timer *)0x1000, (struct timer *)0x2000};
static unsigned overflows[2];

static void service(int index) {
    if (timers[index]->count >= timers[index]->limit) overflows[index]++;
}

void isr_1(void) { service(0); }
void isr_2(void) { service(1); }

int main(void) {
    timers[1]->limit = 100;
    return (int)(overflows[0] + overflows[1]);
}
