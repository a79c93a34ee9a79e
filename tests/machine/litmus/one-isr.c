// Between any two steps an enabled ISR may start, once: before the first step, between steps, after the last one, or never.
// main has 2 visible steps (W x, R x), so 3 gaps; with "never": 4 executions.
// Before W: main overwrites, seen = 1. Between: seen = 5. After R or never: seen = 1, x = 5 or 1.
// executions: 4
// finals: x=1 seen=1; x=5 seen=5; x=5 seen=1
int x, seen;

void isr_1(void) { x = 5; }

int main(void) {
    x = 1;
    seen = x;
}
