// Floating-point state that the interrupt filters.
static volatile float input = 0.5f;
static double average;

void isr_1(void) { average = average * 0.9 + (double)input * 0.1; }

int main(void) {
    input = 2.0f;
    double copy = average;
    if (copy > 0.05 && copy < 1e3) input = -(float)copy;
    return (int)copy;
}
