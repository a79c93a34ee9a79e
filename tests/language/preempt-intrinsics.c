// A harness with Preempt's own intrinsics.
#include <preempt.h>

static uint8_t queue[4];
static int used;

static void on_byte(void) {
    if (used < 4) queue[used++] = preempt_nondet_u8();
}

static void consumer(void *limit) {
    preempt_atomic_begin();
    preempt_block_until(used > 0);
    used--;
    preempt_assert(used < *(int *)limit);
    preempt_atomic_end();
}

int main(void) {
    static int limit = 4;
    int start = preempt_nondet_bool();
    preempt_assume(start == 0);
    preempt_spawn(consumer, &limit);
    preempt_mask(PREEMPT_ALL_IRQS);
    used = start;
    preempt_unmask(PREEMPT_ALL_IRQS);
    preempt_arrive(on_byte);
    preempt_critical_begin("queue", 0);
    int seen = queue[0];
    preempt_critical_end("queue", 0);
    return seen;
}
