// BASEPRI keeps the less urgent handler (adds 1) out of the first two reads, not the urgent one (adds 10).
// Change between the first two, and between the second and the third, which is behind the ceiling.
// platform: cortex-m
// isr: low:0:8
// isr: high:1:9
// outcomes: 0 0; 0 1; 0 10; 0 11; 10 0; 10 1
void __set_BASEPRI(unsigned value);

int x, out0, out1;

void low(void) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); }
void high(void) { __atomic_fetch_add(&x, 10, __ATOMIC_SEQ_CST); }

int main(void) {
    __set_BASEPRI(0x80);
    int first = x;
    int second = x;
    __set_BASEPRI(0);
    int third = x;
    out0 = second - first;
    out1 = third - second;
}
