// All comparisons, also with a value that may not be a number.
static volatile double x, y = 1.0;
static int outcomes;

void isr_1(void) { x = 2.5; }

int main(void) {
    double a = x, b = y;
    outcomes = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
    if (a != a) outcomes = -1;
    return outcomes;
}
