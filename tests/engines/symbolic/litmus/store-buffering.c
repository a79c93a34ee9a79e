// Each writes one variable and reads the other. The ISR before main 1 1, between 1 2, after 0 2, never 0 0; 0 1 would need neither to
// see the other.
// outcomes: 0 0; 1 1; 1 2; 0 2
int x, y, out0, out1;

void isr_1(void) {
    y = 1;
    out1 = x + 1;
}

int main(void) {
    x = 1;
    out0 = y;
}
