// An ISR before main's first step sees x as it was initialised (1), after it what main wrote (6), or it never runs (0).
// outcomes: 0; 1; 6
int x, out0;

void isr_1(void) { out0 = x + 1; }

int main(void) { x = 5; }
