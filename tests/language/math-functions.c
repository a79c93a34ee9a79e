// Functions of <math.h>, some of which clang knows.
#include <math.h>

static volatile double angle = 0.5;
static double result;

void isr_1(void) { angle = M_PI; }

int main(void) {
    double a = angle;
    result = sqrt(fabs(sin(a))) + floor(a) + fmax(a, 1.0);
    return isnan(result) ? 1 : (int)result;
}
