// Hints to the compiler.
static volatile int error;
static int count = 1;

void isr_1(void) { error = 1; }

int main(void) {
    if (__builtin_expect(error != 0, 0)) return -1;
    int n = count;
    if (n < 0) __builtin_unreachable();
    __builtin_assume(n < 1000);
    __builtin_prefetch(&count);
    return n;
}
