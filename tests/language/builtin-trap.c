// A trap on a path that must not happen.
static volatile unsigned index;
static int table[4];

void isr_1(void) { index = 3; }

int main(void) {
    unsigned i = index;
    if (i > 3) __builtin_trap();
    return ++table[i];
}
