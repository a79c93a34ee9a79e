// main's return leaves its frame alive, and ISRs may still start. main has 2 steps (W local, W p): 3 gaps and never: 4.
// Only after the last step, which is after main's return as well, the ISR finds the pointer.
// executions: 4
// finals: seen=0; seen=1
int *p, seen;

void isr_1(void) {
    if (p) seen = *p;
}

int main(void) {
    int local = 1;
    p = &local;
}
