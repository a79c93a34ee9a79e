/* Old code that forgot to include assert.h: the compiler takes assert for a function that it does not know. What it is
   given is a condition all the same. The ring's fill level is read twice, and the interrupt adds to it in between. */
// options: --property assertion
// expect a: assertion
static volatile unsigned char level;

void isr_1(void) {
    level++;
}

int main(void) {
    unsigned char before = level;
    unsigned char after = level;
    assert(before == after); // a.1
    return 0;
}
