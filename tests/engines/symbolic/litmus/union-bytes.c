// A word written at once and its bytes read one by one: the low one first, so it may be older than the high one.
// outcomes: 0 0; 2 1; 0 1
union {
    unsigned short word;
    unsigned char bytes[2];
} x;
int out0, out1;

void isr_1(void) { x.word = 0x0102; }

int main(void) {
    out0 = x.bytes[0];
    out1 = x.bytes[1];
}
