// All three run. Serial: 123 14, 132 24, 213 13, 231 13, 312 24, 321 23. A handler between the read and the write of another has no
// effect on x: 2 in 1 and 3 apart 12 (before or after), 3 in 1 and 2 before 3, after 4, 3 in 2 and 1 before 4, after 3, both in 1: 2.
// outcomes: 2; 3; 4; 12; 13; 14; 23; 24
#include <preempt.h>
void enable_isr(int irq);
void disable_isr(int irq);

int x = 1, ran1, ran2, ran3, out0;

void isr_1(void) {
    ran1 = 1;
    x = x + 1;
}
void isr_2(void) {
    ran2 = 1;
    x = x * 2;
}
void isr_3(void) {
    ran3 = 1;
    x = x + 10;
}

int main(void) {
    enable_isr(-1);
    disable_isr(-1);
    preempt_assume(ran1 && ran2 && ran3);
    out0 = x;
}
