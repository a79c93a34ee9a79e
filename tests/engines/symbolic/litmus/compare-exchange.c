// main sets x to 1 only if it is still 0, in one step. ISR before: it fails and x is 3; between it and the read: it succeeds and x is 3.
// outcomes: 0 3; 1 3; 1 1
int x, out0, out1;

void isr_1(void) { x = 3; }

int main(void) {
    int expected = 0;
    out0 = __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    out1 = x;
}
