// A function without a body returns an arbitrary value, and its call is a step that the world sees.
// main has 2 steps (call, W), so 3 gaps and never, on each of 2 ways: 8.
// executions: 8
// finals: x=1 seen=0; x=1 seen=1; x=2 seen=0; x=2 seen=2
int sensor(void);

int x, seen;

void isr_1(void) { seen = x; }

int main(void) {
    if (sensor() > 3) x = 1;
    else x = 2;
}
