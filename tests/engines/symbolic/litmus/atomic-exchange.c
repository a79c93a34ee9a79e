// Two indivisible exchanges on x = 1, then main reads x. ISR first: main gets 7, ISR 1, x is 5. ISR between exchange and read: main gets 1,
// ISR 5, x is 7. ISR after the read: 1 5 5. Never: 1 0 5.
// outcomes: 7 1 5; 1 5 7; 1 5 5; 1 0 5
int x = 1, out0, out1, out2;

void isr_1(void) { out1 = __atomic_exchange_n(&x, 7, __ATOMIC_SEQ_CST); }

int main(void) {
    out0 = __atomic_exchange_n(&x, 5, __ATOMIC_SEQ_CST);
    out2 = x;
}
