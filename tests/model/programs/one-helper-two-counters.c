// A helper that both contexts call, each with its own counter.
// SHARED: none
// NOT-SHARED: rx, tx
static int rx, tx;

static void bump(int *counter) { (*counter)++; }

void isr_1(void) { bump(&rx); }

int main(void) {
    bump(&tx);
    return tx;
}
