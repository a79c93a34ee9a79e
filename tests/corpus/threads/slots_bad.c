/* As many slots as there are workers, however many that is: two workers share a slot. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <preempt.h>
#include <pthread.h>
#include <stdlib.h>

static int *slots;

static void *worker(void *slot) {
    int *mine = slot;
    int before = *mine;
    *mine = before + 1;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    unsigned count = preempt_nondet_u8();
    preempt_assume(count <= 2);
    slots = malloc(count * 3 * sizeof *slots);
    for (unsigned i = 0; i < count; i++) slots[i] = 0;
    for (unsigned i = 0; i < count; i++) pthread_create(&threads[i], 0, worker, &slots[i / 2]);
    for (unsigned i = 0; i < count; i++) pthread_join(threads[i], 0);
    for (unsigned i = 0; i < count; i++) assert(slots[i / 2] == (int)count); // a.1
    free(slots);
    return 0;
}
