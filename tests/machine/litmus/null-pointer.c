// An invalid access ends the execution with a failure. main has 1 visible step (R p; what p points to is nobody else's).
// ISR before R: 1 execution, v is read. Else p is null: the ISR starts between R and the access through it, or never: 2 failures.
// executions: 3
// failures: 2
// finals: seen=7; seen=0
int v = 7, *p, seen;

void isr_1(void) { p = &v; }

int main(void) { seen = *p; }
