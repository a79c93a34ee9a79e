// Two cores: ISRs of one priority run beside each other. main has 1 step W x, each ISR a start and 2 steps.
//   none 1; one of them 2 · (4 over 1) = 8; both: 7! / (1! · 3! · 3!) = 140
// threads: cores=2
// isr: isr_1:1:1
// isr: isr_2:2:1
// executions: 149
// finals: a=0 b=0; a=1 b=0; a=9 b=0; a=0 b=2; a=0 b=9; a=1 b=1; a=1 b=2; a=2 b=2; a=1 b=9; a=9 b=2; a=9 b=9; a=2 b=9; a=9 b=1
int x, a, b;

void isr_1(void) {
    x = 1;
    a = x;
}

void isr_2(void) {
    x = 2;
    b = x;
}

int main(void) { x = 9; }
