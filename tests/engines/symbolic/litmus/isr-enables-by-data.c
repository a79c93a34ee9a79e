// isr_1 enables isr_2 only while x is 0. Never: 0 0. isr_1 before main's write (out1 = 1): isr_2 not before the read 0, before the
// write 1, after it 2. isr_1 after the write (out1 = 2): isr_2 stays off, 0.
// interrupts: off
// outcomes: 0 0; 0 1; 1 1; 2 1; 0 2
void enable_isr(int irq);

int x, y, out0, out1;

void isr_1(void) {
    int seen = x;
    out1 = seen + 1;
    if (seen == 0) enable_isr(2);
}
void isr_2(void) { y = x + 1; }

int main(void) {
    enable_isr(1);
    x = 1;
    out0 = y;
}
