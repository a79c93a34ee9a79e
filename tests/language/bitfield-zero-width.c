// A zero-width bit-field ends the unit: the two halves are separate memory locations.
struct split {
    unsigned char low : 4;
    unsigned char : 0;
    unsigned char high : 4;
};

static volatile struct split split;

void isr_1(void) { split.high = 3; }

int main(void) {
    split.low = 5;
    return split.low + split.high;
}
