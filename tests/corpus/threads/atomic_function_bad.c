/* Both may find a place free, and take it. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static int taken, inside;

static int take(void) {
    if (taken) return 0;
    taken = 1;
    return 1;
}

static void *worker(void *unused) {
    if (take()) {
        inside++;
        assert(inside == 1); // a.1
        inside--;
        taken = 0;
    }
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
