// Either of two, chosen at run time; the third never.
// SHARED: even, odd
// NOT-SHARED: zero
static int even, odd, zero;
static volatile int n;

void isr_1(void) {
    int *p = n & 1 ? &odd : &even;
    *p = n;
}

int main(void) {
    int *p = &zero;
    *p = 1;
    return even + odd + zero;
}
