// A pointer that walks over an array up to its end does not leave it; the bound in the loop condition is not seen.
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
