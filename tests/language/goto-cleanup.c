// The error path of C drivers: one label per acquired resource.
static int clock_on, pin_on, running;

void isr_1(void) { running = 0; }

static int start(int fail_at) {
    int result = -1;
    clock_on = 1;
    if (fail_at == 1) goto out_clock;
    pin_on = 1;
    if (fail_at == 2) goto out_pin;
    running = 1;
    return 0;
out_pin:
    pin_on = 0;
out_clock:
    clock_on = 0;
    return result;
}

int main(void) { return start(2) + start(0) + running; }
