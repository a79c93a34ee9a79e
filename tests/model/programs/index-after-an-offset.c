// A second index may go back over the offset that was added after the first.
// SHARED: frame[]
// NOT-SHARED: none
static unsigned char frame[8];
static volatile unsigned at, back;

void isr_1(void) {
    unsigned char *p = &frame[at] + 4;
    p[-back] = 5;
}

int main(void) {
    return frame[0]; // WRITTEN-BY: isr_1
}
