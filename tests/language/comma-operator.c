// The comma operator, also in a condition.
static int a, b;

void isr_1(void) { a = 5, b = 6; }

int main(void) {
    int c = (a++, b += a, a + b);
    while (c--, c > 0)
        if (c > 3) b = c;
    return b;
}
