#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static _Atomic int at = 3;
static volatile _Atomic uint8_t a8;
static int plain;
static volatile int lock;

int main(void) {
    enable_isr(1);
    at++;
    at += 5;
    a8 |= 4;
    int old = __atomic_fetch_add(&plain, 2, __ATOMIC_SEQ_CST);
    int e = 0;
    bool got = __atomic_compare_exchange_n(&lock, &e, 1, 0, 5, 5);
    bool again = __sync_bool_compare_and_swap(&lock, 0, 2);
    int x = __sync_lock_test_and_set(&lock, 7);
    emit(at);
    emit(a8);
    emit(old);
    emit(plain);
    emit(got);
    emit(again);
    emit(x);
    emit(lock);
    __atomic_store_n(&plain, 9, 0);
    emit(__atomic_load_n(&plain, 0));
    emit(__sync_fetch_and_xor(&plain, 3));
    emit(__atomic_nand_fetch(&plain, 6, 0));
    emit(__sync_fetch_and_or(&plain, 0x70));
    __sync_synchronize();
    return 0;
}
