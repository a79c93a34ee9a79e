// One ISR twice: x goes 0, 1, 3. Two reads of main see any two of these in order.
// arrivals: 2
// outcomes: 0 0; 0 1; 0 3; 1 1; 1 3; 3 3
int x, out0, out1;

void isr_1(void) { x = x * 2 + 1; }

int main(void) {
    out0 = x;
    out1 = x;
}
