// Of two ISRs of different priorities the urgent one may come between the read and the write of the other: its update is lost,
// which gives 1 2 besides the outcomes of equal priorities.
// outcomes: 0 0; 1 1; 2 2; 1 2
void enable_isr(int irq);
void disable_isr(int irq);

int x, one_ran, other_ran, out0, out1;

void isr_1(void) {
    x++;
    one_ran = 1;
}
void isr_2(void) {
    x++;
    other_ran = 1;
}

int main(void) {
    enable_isr(-1);
    disable_isr(-1);
    out0 = x;
    out1 = one_ran + other_ran;
}
