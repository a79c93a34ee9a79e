// Whether main keeps isr_2 out of the two reads depends on what isr_1 wrote: if it was seen (out0 = 1), isr_2 cannot come between.
// interrupts: on
// outcomes: 0 0; 0 10; 1 0
void disable_isr(int irq);

int x, stop, out0, out1;

void isr_1(void) { stop = 1; }
void isr_2(void) { x = x + 10; }

int main(void) {
    int stopped = stop;
    if (stopped) disable_isr(2);
    int before = x;
    int after = x;
    out0 = stopped;
    out1 = after - before;
}
