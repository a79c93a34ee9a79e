// long double in memory.
static long double sum = 1.0L;

void isr_1(void) { sum += 0.5L; }

int main(void) {
    long double twice = sum * 2.0L;
    return twice > 2.0L;
}
