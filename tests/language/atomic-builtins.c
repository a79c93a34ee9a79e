// The __atomic and the older __sync builtins on plain objects.
static int shared;
static unsigned char bits;

void isr_1(void) {
    __sync_fetch_and_add(&shared, 2);
    __sync_lock_test_and_set(&bits, 1);
}

int main(void) {
    int before = __atomic_fetch_xor(&shared, 3, __ATOMIC_SEQ_CST);
    __atomic_store_n(&bits, 0, __ATOMIC_RELEASE);
    __sync_bool_compare_and_swap(&shared, before, 10);
    __sync_synchronize();
    return __atomic_load_n(&shared, __ATOMIC_RELAXED);
}
