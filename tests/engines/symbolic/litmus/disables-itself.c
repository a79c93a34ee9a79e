// isr_1 switches itself off, so of its three arrivals one fits behind each enable. a = 0: b = 0, 1 (before or after the second enable)
// or 2 (one on either side of it). a = 1: b = 1 or 2.
// arrivals: 3
// outcomes: 0 0; 0 1; 0 2; 1 1; 1 2
void enable_isr(int irq);
void disable_isr(int irq);

int x, out0, out1;

void isr_1(void) {
    disable_isr(1);
    x++;
}

int main(void) {
    enable_isr(1);
    out0 = x;
    enable_isr(1);
    out1 = x;
}
