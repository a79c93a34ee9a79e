// One arrival: main has 1 step, 2 gaps, and never: 3.
// arrivals: 1
// executions: 3
// finals: x=0; x=1
int x;

void isr_1(void) { x = x + 1; }

int main(void) { x = 0; }
