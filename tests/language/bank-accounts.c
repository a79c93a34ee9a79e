// Two accounts and an invariant that holds only between transfers.
static int checking = 100, savings = 50;
static volatile int audits;

static void transfer(int *from, int *to, int amount) {
    if (*from >= amount) {
        *from -= amount;
        *to += amount;
    }
}

void isr_1(void) {
    if (checking + savings != 150) audits = -1;
}

int main(void) {
    transfer(&checking, &savings, 30);
    transfer(&savings, &checking, 10);
    return audits;
}
