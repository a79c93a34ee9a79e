// A pointer in memory that is redirected: both targets are reached by both contexts, the write to the pointer included.
// SHARED: active, bank_a[], bank_b[]
// NOT-SHARED: bank_c[]
static int bank_a[4], bank_b[4], bank_c[4];
static int *volatile active = bank_a;

void isr_1(void) { active[0]++; }

int main(void) {
    active = bank_b;
    bank_c[0] = 1;
    return bank_a[0] + bank_b[0] + bank_c[0];
}
