// Two bytes that begin one before a variable index reach the last byte of the array.
// SHARED: frame[]
// NOT-SHARED: none
static unsigned char frame[8];
static volatile unsigned at;

void isr_1(void) { *(unsigned short *)(&frame[at] - 1) = 5; }

int main(void) {
    return frame[7]; // WRITTEN-BY: isr_1
}
