/* A thread ends inside of a function that is atomic by its name, which leaves nothing behind. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>

static int begun;

void __VERIFIER_atomic_give_up(void) {
    begun = 1;
    begun = 0;
    pthread_exit(0);
}

static void *worker(void *unused) {
    __VERIFIER_atomic_give_up();
    return unused;
}

static void *watcher(void *unused) {
    assert(begun == 0);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, watcher, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
