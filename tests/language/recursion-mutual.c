// Two functions that call each other.
static int calls;

static int is_odd(unsigned n);

static int is_even(unsigned n) {
    calls++;
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n) {
    calls++;
    return n == 0 ? 0 : is_even(n - 1);
}

void isr_1(void) { calls = 0; }

int main(void) { return is_even(5) + calls; }
