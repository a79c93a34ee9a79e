// What kind of number a float is, and all elements of a vector as one.
static volatile double zero = 0.0, one = 1.5, least = 5e-324;
static volatile float plain = -2.5f;
static volatile int last = 7;
typedef int vector __attribute__((vector_size(16)));

void isr_1(void) { last++; }

static int kinds(double x) {
    return __builtin_isnan(x) | (__builtin_isinf(x) != 0) << 1 | __builtin_isfinite(x) << 2 | __builtin_isnormal(x) << 3;
}

int main(void) {
    vector all = {3, -4, 9, last};
    double nan = zero / zero, infinite = one / zero;
    int seen = kinds(nan) + 16 * kinds(infinite) + 256 * kinds(one) + 4096 * kinds(least) + 65536 * kinds(zero);
    int joined = __builtin_reduce_add(all) ^ __builtin_reduce_max(all) ^ __builtin_reduce_min(all);
    return seen + joined + __builtin_reduce_xor(all) + (__builtin_isnormal(plain) != 0);
}
