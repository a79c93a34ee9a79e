// Two ISRs that share helpers, three calls deep.
static volatile int total;
static int trace[4], used;

static void remember(int value) {
    trace[used & 3] = value;
    used++;
}

static void add(int value) {
    total += value;
    remember(value);
}

static void report(int value) { add(value * 10); }

void isr_1(void) { report(1); }
void isr_2(void) { add(2); }

int main(void) {
    report(3);
    return total + trace[0];
}
