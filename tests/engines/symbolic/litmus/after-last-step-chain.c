// All of it happens after main has ended: isr_1 enables isr_2 and isr_2 enables isr_1 again, two arrivals each, equal priorities.
// Words: -, 1, 12, 121, 1212; x collects the digits 1 and 2 in base 3: 0, 1, 5, 16, 50.
// isr: first:1:1
// isr: second:2:1
// interrupts: off
// arrivals: 2
// outcomes: 0; 1; 5; 16; 50
void enable_isr(int irq);
void disable_isr(int irq);

int x, out0;

void first(void) {
    disable_isr(1);
    x = x * 3 + 1;
    out0 = x;
    enable_isr(2);
}
void second(void) {
    disable_isr(2);
    x = x * 3 + 2;
    out0 = x;
    enable_isr(1);
}

int main(void) { enable_isr(1); }
