// The ISR replaces the function that main calls twice: 3 * (3 * 1) = 9 without it, 3 + 1 = 4 in between, 1 + 1 + 1 = 3 before.
// outcomes: 9; 4; 3
int x = 1, out0;

static void triple(void) { x = x * 3; }
static void increment(void) { x = x + 1; }
static void (*volatile operation)(void) = triple;

void isr_1(void) { operation = increment; }

int main(void) {
    operation();
    operation();
    out0 = x;
}
