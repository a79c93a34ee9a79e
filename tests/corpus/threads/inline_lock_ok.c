/* A lock whose functions are only `inline`: no compiler but an optimising one has bodies for them without more ado. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int inside;
atomic_int taken;

inline int exchange(void) {
    return atomic_exchange(&taken, 1);
}

inline void enter(void) {
    while (exchange()) {
    }
}

inline void leave(void) {
    taken = 0;
}

static void *worker(void *unused) {
    enter();
    inside++;
    assert(inside == 1);
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
