// isr_2 switches isr_1 off for good. Alone each adds its number: 0, 1, 2; isr_1 first, then isr_2: 3; isr_2 between isr_1's read and
// write: 1. isr_2 first, then isr_1: only when isr_1 had started before, so again 3. main's two reads: a then b.
//   a = 0: b = 0, 1, 2, 3. a = 1: b = 1 or 3 (isr_2 after it). a = 2: isr_1 is off, b = 2. a = 3: b = 3.
// outcomes: 0 0; 0 1; 0 2; 0 3; 1 1; 1 3; 2 2; 3 3
void disable_isr(int irq);

int x, out0, out1;

void isr_1(void) { x = x + 1; }
void isr_2(void) {
    disable_isr(1);
    x = x + 2;
}

int main(void) {
    out0 = x;
    out1 = x;
}
