/* Main looks whether there is a credit, and looks again with the handler kept out before it takes it: the first look is
   only a hint. */
// notes: 1
void disable_isr(int), enable_isr(int);

static volatile int credits = 1;

static int has_credit(void) {
    return credits > 0;
}

static void spend(void) {
    disable_isr(1);
    if (credits > 0)
        credits = credits - 1;
    enable_isr(1);
}

void isr_1(void) {
    if (credits > 0)
        credits = credits - 1;
}

int main(void) {
    enable_isr(1);
    if (has_credit())
        spend();
    return 0;
}
