// A main that loops for ever without any effect has nothing left to do; ISRs may still start. main has 1 step: before, after, never: 3.
// executions: 3
// finals: x=1; x=5
int x;

void isr_1(void) { x = 5; }

int main(void) {
    x = 1;
    for (;;) {
    }
}
