// Two ISRs of one priority never nest, so no update of x is lost: x is always the number of ISRs that ran.
// isr: one:1:1
// isr: other:2:1
// outcomes: 0 0; 1 1; 2 2
void enable_isr(int irq);
void disable_isr(int irq);

int x, one_ran, other_ran, out0, out1;

void one(void) {
    x++;
    one_ran = 1;
}
void other(void) {
    x++;
    other_ran = 1;
}

int main(void) {
    enable_isr(-1);
    disable_isr(-1);
    out0 = x;
    out1 = one_ran + other_ran;
}
