// isr_2 enables the less urgent isr_1, which waits for its end: out0 is 2 whenever isr_2 runs. isr_2 before main's read: isr_1 between 2 7,
// later or never 2 2; isr_2 after main's read 2 0; never 0 0.
// interrupts: off
// outcomes: 0 0; 2 2; 2 7; 2 0
void enable_isr(int irq);

int x, out0, out1;

void isr_1(void) { x = x + 5; }
void isr_2(void) {
    x = 2;
    enable_isr(1);
    out0 = x;
}

int main(void) {
    enable_isr(2);
    out1 = x;
}
