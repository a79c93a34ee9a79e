// A retry loop that reads a shared word twice until both agree.
static volatile unsigned high, low;
unsigned snapshot;

void isr_1(void) {
    low += 1;
    if (low == 0) high += 1;
}

int main(void) {
    unsigned before, value;
    do {
        before = high;
        value = low;
    } while (before != high);
    snapshot = before * 1000u + value;
    return 0;
}
