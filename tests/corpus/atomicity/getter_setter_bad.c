/* A counter behind functions: main adds one to what the getter gave, and overwrites what the interrupt has added since. */
// expect a: atomicity RWW count harmful
static volatile int count;

static int get(void) {
    return count; // a.1
}

static void set(int value) {
    count = value; // a.3
}

void isr_1(void) {
    count++; // a.2
}

int main(void) {
    set(get() + 1);
    return 0;
}
