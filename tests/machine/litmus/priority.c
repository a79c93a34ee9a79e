// `priority`: isr_2 preempts isr_1, never the other way round.
// main has 1 visible step: 2 gaps. Each ISR has 2 (W x, R x).
//   no ISR 1, only isr_1 2, only isr_2 2
//   both, one after the other: in one gap 2 · 2 orders, in different gaps 2                         6
//   isr_2 inside of isr_1: 2 gaps for isr_1 · 2 gaps in it (before W, before R; after R is after it)  4
// 1 + 2 + 2 + 6 + 4 = 15. isr_1 may see isr_2's value (a = 2), isr_2 only its own (b = 2).
// executions: 15
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2; a=2 b=2
int x, a, b;

void isr_1(void) {
    x = 1;
    a = x;
}

void isr_2(void) {
    x = 2;
    b = x;
}

int main(void) { x = 3; }
