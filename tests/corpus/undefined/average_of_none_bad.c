/* The interrupt begins a new window, and main divides by the number of samples after its check. With `--undefined fails`
   that is a finding of its own. */
// options: --property assertion --undefined fails
// expect a: assertion
static volatile unsigned char samples = 3;
static volatile unsigned sum = 12;
static volatile unsigned average;

void isr_1(void) {
    samples = 0;
    sum = 0;
}

int main(void) {
    if (samples != 0)
        average = sum / samples; // a.1 undefined
    return 0;
}
