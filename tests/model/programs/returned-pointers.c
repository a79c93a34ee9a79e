// A function that returns one of its arguments, and one that returns the address of a static variable.
// SHARED: left, slot.storage
// NOT-SHARED: right
static int left, right;
static int *pick(int *p) { return p; }
static int *slot(void) {
    static int storage;
    return &storage;
}

void isr_1(void) {
    *pick(&left) = 1;
    *slot() = 2;
}

int main(void) {
    *pick(&right) = 3;
    return left + *slot() + right; // POINT: isr_1
}
