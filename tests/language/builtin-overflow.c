// Arithmetic that tells of overflow.
static volatile int sum = 5;
static unsigned product = 7;
static int overflows;

void isr_1(void) { sum = __INT_MAX__; }

int main(void) {
    int result;
    unsigned small;
    if (__builtin_add_overflow(sum, 1, &result)) overflows++;
    if (__builtin_mul_overflow(product, 100000u, &small)) overflows++;
    if (__builtin_sub_overflow(0u, product, &small)) overflows++;
    product = small;
    return overflows + (result > 0);
}
