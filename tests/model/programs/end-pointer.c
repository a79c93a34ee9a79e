// Walking an array with a pointer up to its end does not leave it.
// SHARED: window.samples[]
// NOT-SHARED: window.total
static struct { int samples[8]; int total; } window;

void isr_1(void) {
    for (int *p = window.samples; p != window.samples + 8; p++) *p = 0;
}

int main(void) {
    window.total = window.samples[0];
    return window.total;
}
