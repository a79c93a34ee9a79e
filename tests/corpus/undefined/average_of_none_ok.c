/* The interrupt begins a new window, and main divides by the number of samples that it has checked. */
// options: --property assertion --undefined fails
static volatile unsigned char samples = 3;
static volatile unsigned sum = 12;
static volatile unsigned average;

void isr_1(void) {
    samples = 0;
    sum = 0;
}

int main(void) {
    unsigned char count = samples;
    if (count != 0)
        average = sum / count;
    return 0;
}
