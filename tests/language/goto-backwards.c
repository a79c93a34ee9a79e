// A loop made of a label.
static volatile int tries;

void isr_1(void) { tries = 3; }

int main(void) {
    int rounds = 0;
again:
    rounds++;
    if (tries < 3 && rounds < 4) goto again;
    return rounds;
}
