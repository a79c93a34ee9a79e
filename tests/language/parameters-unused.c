// Parameters without a use, written to, and of function type.
static int total;

static int apply(int function(int), int value, int unused) {
    (void)unused;
    value++;
    return function(value);
}

static int twice(int x) { return 2 * x; }

void isr_1(void) { total = apply(twice, total, 0); }

int main(void) {
    total = apply(&twice, 1, 99);
    return total;
}
