// Two arrivals in 2 gaps: none 1, one 2, two 3 (both before, one each, both after): 6. An ISR never preempts itself.
// arrivals: 2
// executions: 6
// finals: x=0; x=1; x=2
int x;

void isr_1(void) { x = x + 1; }

int main(void) { x = 0; }
