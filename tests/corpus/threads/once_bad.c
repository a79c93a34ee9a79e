/* Both threads may find that nothing is set up, and set it up. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int set_up;

static void initialise(void) {
    set_up++;
}

static void *worker(void *unused) {
    if (set_up == 0) initialise();
    assert(set_up == 1); // a.1
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
