// GNU C: vectors.
typedef int quad __attribute__((vector_size(16)));

static quad acceleration;
static int sum;

void isr_1(void) { acceleration += (quad){1, 2, 3, 4}; }

int main(void) {
    quad copy = acceleration * 2;
    sum = copy[0] + copy[3];
    acceleration[1] = 0;
    return sum;
}
