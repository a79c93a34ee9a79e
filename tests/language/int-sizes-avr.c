// target: avr
// int has 16 bits, long 32, a pointer 16.
static volatile int counter;
static volatile long wide;
static int *volatile where = (int *)&counter;

__attribute__((signal)) void __vector_7(void) {
    counter++;
    wide += counter;
}

int main(void) {
    _Static_assert(sizeof(int) == 2 && sizeof(long) == 4 && sizeof(void *) == 2, "AVR");
    long copy = wide;
    *where = 0;
    return (int)copy;
}
