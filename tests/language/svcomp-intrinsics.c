// The vocabulary of the software verification competition.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int balance;

void isr_1(void) { balance += __VERIFIER_nondet_uchar(); }

int main(void) {
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(amount > 0 && amount < 100);
    __VERIFIER_atomic_begin();
    balance -= amount;
    balance += amount;
    __VERIFIER_atomic_end();
    if (balance < 0) reach_error();
    return 0;
}
