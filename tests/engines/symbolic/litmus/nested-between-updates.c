// isr_1 adds 1 two times, the more urgent isr_2 doubles.
// From 1: isr_1 alone 3, isr_2 alone 2; isr_2 before 4, between the two 5, after 6; inside the first 3 (lost), inside the second 3; none 1.
// outcomes: 1; 2; 3; 4; 5; 6
void enable_isr(int irq);
void disable_isr(int irq);

int x = 1, out0;

void isr_1(void) {
    x = x + 1;
    x = x + 1;
}
void isr_2(void) { x = x * 2; }

int main(void) {
    enable_isr(-1);
    disable_isr(-1);
    out0 = x;
}
