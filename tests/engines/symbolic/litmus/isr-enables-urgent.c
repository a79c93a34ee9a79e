// isr_1 enables the more urgent isr_2, which may come at once. isr_1 never: 0 0. isr_1 before main's read: isr_2 never or after the read
// 1 1, between isr_1's end and the read 1 2, inside isr_1 2 2. isr_1 after main's read: 1 0, with isr_2 inside 2 0.
// interrupts: off
// outcomes: 0 0; 1 1; 1 2; 2 2; 1 0; 2 0
void enable_isr(int irq);

int x, out0, out1;

void isr_1(void) {
    x = 1;
    enable_isr(2);
    out0 = x;
}
void isr_2(void) { x = 2; }

int main(void) {
    enable_isr(1);
    out1 = x;
}
