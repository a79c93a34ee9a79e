/* A lock whose functions are only `inline`, and which two may find free before one of them takes it. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int inside;
atomic_int taken;

inline void enter(void) {
    while (taken) {
    }
    taken = 1;
}

inline void leave(void) {
    taken = 0;
}

static void *worker(void *unused) {
    enter();
    inside++;
    assert(inside == 1); // a.1
    inside--;
    leave();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
