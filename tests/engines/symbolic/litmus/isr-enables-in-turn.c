// In one gap, isr_3 enables isr_1 and that one isr_2: the orders -, 3, 31, 312; x collects the digits in base 4: 0, 3, 13, 54.
// interrupts: off
// outcomes: 0; 3; 13; 54
void enable_isr(int irq);

int x, out0;

void isr_1(void) {
    x = x * 4 + 1;
    enable_isr(2);
}
void isr_2(void) { x = x * 4 + 2; }
void isr_3(void) {
    x = x * 4 + 3;
    enable_isr(1);
}

int main(void) {
    enable_isr(3);
    out0 = x;
}
