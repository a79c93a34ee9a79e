// main's last step opens the way: the ISR may only start after main has ended, and sees all of its writes.
// outcomes: 0 1; 3 1
void enable_isr(int irq);

int x, out0, out1;

void isr_1(void) { out0 = x; }

int main(void) {
    x = 2;
    x = 3;
    out1 = 1;
    enable_isr(1);
}
