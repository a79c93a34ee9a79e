/* Each worker tells the address of a local variable of its own, and counts in that of the one before: a local of a
   function is shared where two threads run the function. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static int *_Atomic last;
static pthread_barrier_t both;

static void *worker(void *unused) {
    int own = 0;
    int *other = last;
    last = &own;
    if (other) *other = 1;
    assert(own == 0); // a.1
    pthread_barrier_wait(&both);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_barrier_init(&both, 0, 2);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
