// The ISR moves the pointer from a to b; main follows it twice. ISR before 0 2, between 1 2, after or never 2 0.
// outcomes: 0 2; 1 2; 2 0
int a, b;
int *volatile p = &a;
int out0, out1;

void isr_1(void) { p = &b; }

int main(void) {
    *p = 1;
    *p = 2;
    out0 = a;
    out1 = b;
}
