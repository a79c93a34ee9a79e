// A writer that counts before and after, a reader that tries again.
static volatile unsigned sequence;
static volatile int x, y;

void isr_1(void) {
    sequence++;
    x = 3;
    y = 4;
    sequence++;
}

int main(void) {
    int a = 0, b = 0;
    for (int tries = 0; tries < 2; tries++) {
        unsigned start = sequence;
        a = x;
        b = y;
        if (!(start & 1) && start == sequence) break;
    }
    return a * a + b * b;
}
