/* What pthread_once calls runs once, before anybody goes on. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int set_up;

static void initialise(void) {
    set_up++;
}

static void *worker(void *unused) {
    pthread_once(&once, initialise);
    assert(set_up == 1);
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
