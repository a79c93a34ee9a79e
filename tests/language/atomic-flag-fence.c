// A test-and-set flag and fences.
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int data;

void isr_1(void) {
    if (!atomic_flag_test_and_set(&busy)) {
        data++;
        atomic_flag_clear(&busy);
    }
}

int main(void) {
    if (!atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
        data += 2;
        atomic_thread_fence(memory_order_seq_cst);
        atomic_signal_fence(memory_order_acq_rel);
        atomic_flag_clear_explicit(&busy, memory_order_release);
    }
    return data;
}
