/* Main asks whether there is a credit and takes it in another call: a handler that takes it in between makes the count
   negative. */
// expect a: atomicity RWR credits harmful
// notes: 1
static volatile int credits = 1;

static int has_credit(void) {
    return credits > 0; // a.1
}

static void spend(void) {
    credits = credits - 1; // a.3
}

void isr_1(void) {
    if (credits > 0)
        credits = credits - 1; // a.2
}

int main(void) {
    if (has_credit())
        spend();
    return 0;
}
