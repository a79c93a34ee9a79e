// One value into several objects of different widths.
static volatile unsigned char narrow;
static volatile short middle;
static long wide;

void isr_1(void) { middle = -1; }

int main(void) {
    wide = middle = narrow = 200;
    return wide == 200 && narrow == 200;
}
