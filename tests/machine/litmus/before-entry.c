// An ISR that is on at the start may start before main's first step. main has 1 step: before, after, never: 3.
// executions: 3
// finals: x=5 seen=5; x=5 seen=0; x=0 seen=0
int x, seen;

void isr_1(void) { x = 5; }

int main(void) { seen = x; }
