/* Annotated for a model checker: its assertions have a condition and a text, and its assumptions cut off what is not
   looked at. The claim holds without the interrupt only. */
// options: --property assertion
// expect a: assertion
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *text);
unsigned char __VERIFIER_nondet_uchar(void);

static volatile unsigned char pending, taken;

void isr_1(void) {
    pending++;
}

int main(void) {
    unsigned char most = __VERIFIER_nondet_uchar();
    __CPROVER_assume(most > 0 && most < 3);
    pending = most;
    taken = pending;
    __CPROVER_assert(taken <= most, "no more is taken than was there"); // a.1
    return 0;
}
