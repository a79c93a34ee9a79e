// An atomic increment is one step: none is lost. main has 1 step: before, after, never: 3.
// executions: 3
// finals: x=1; x=2
int x;

void isr_1(void) { x = x + 1; }

int main(void) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); }
