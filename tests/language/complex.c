// Complex numbers are pairs.
static _Complex double signal = 1.0;
static double energy;

void isr_1(void) { signal = 2.0 + 0.5i; }

int main(void) {
    double re = __real__ signal, im = __imag__ signal;
    energy = re * re + im * im;
    signal = signal * signal + 1.0;
    return energy > 1.0;
}
