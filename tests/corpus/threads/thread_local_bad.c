/* Each thread has a depth of its own, but one tells another where its depth is: nobody's own any more. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static _Thread_local int depth = 3;
static int *_Atomic told;

static void *worker(void *unused) {
    depth = 7;
    told = &depth;
    assert(depth == 7); // a.1
    while (told) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int *p = told;
    if (p) *p = 9;
    told = 0;
    return 0;
}
