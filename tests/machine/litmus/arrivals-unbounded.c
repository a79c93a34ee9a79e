// Unbounded arrivals in 2 gaps: n starts can be spread in n + 1 ways, so at most n starts have (n + 1)(n + 2) / 2 executions.
// arrivals: unbounded
// max-starts: 0 1 2 3 4 5
// executions: 1 3 6 10 15 21
// finals: x=0; x=1; x=2; x=3; x=4; x=5
int x;

void isr_1(void) { x = x + 1; }

int main(void) { x = 0; }
