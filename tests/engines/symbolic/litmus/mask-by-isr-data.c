// What keeps isr_1 out is a number that isr_2 wrote: isr_2 before main's read of it switches isr_1 off, or else isr_3, which does nothing to
// x. isr_2 writes 1; main switches off number 1 or 3. Not seen (out0 = 3): isr_1 between the reads or not; seen (out0 = 1): not.
// interrupts: on
// outcomes: 3 0; 3 1; 1 0
void disable_isr(int irq);

int x, idle, number = 3, out0, out1;

void isr_1(void) { x++; }
void isr_2(void) { number = 1; }
void isr_3(void) { idle = 1; }

int main(void) {
    int chosen = number;
    disable_isr(chosen == 1 ? 1 : 3);
    int before = x;
    int after = x;
    out0 = chosen;
    out1 = after - before;
}
