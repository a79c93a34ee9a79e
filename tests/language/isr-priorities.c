// Three levels; each touches its own variable and one of all.
static volatile int low, middle, high, all;

void isr_1(void) {
    low++;
    all |= 1;
}

void isr_2(void) {
    middle += low;
    all |= 2;
}

void isr_3(void) {
    high += middle;
    all |= 4;
}

int main(void) {
    all = 0;
    low = 0;
    return high + all;
}
