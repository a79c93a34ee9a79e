// Shared between two interrupts and never seen by main; a variable of one interrupt alone is its own.
// SHARED: between
// NOT-SHARED: alone
static int between, alone;

void isr_1(void) {
    between++; // POINT: isr_2
    alone++;
}

void isr_2(void) { between = 0; }

int main(void) { return 0; }
