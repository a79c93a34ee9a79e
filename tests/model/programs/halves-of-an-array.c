// Constant indices keep elements apart in footprints; a variable index reaches all of them.
// SHARED: table[]
// NOT-SHARED: pair.first, pair.second
static int table[8];
static struct { int first, second; } pair;
static volatile unsigned at;

void isr_1(void) {
    table[at & 7] = 1;
    pair.first = 1;
}

int main(void) {
    pair.second = 2;
    return table[3] + pair.second; // POINT: isr_1
}
