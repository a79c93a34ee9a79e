/* The worker frees its record right after it has said that it is ready: whoever looks in between still gets through, and
   whoever comes later does not. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *_Atomic record;
static _Atomic int ready;

static void *worker(void *unused) {
    int *mine = malloc(sizeof *mine);
    if (!mine) return unused;
    *mine = 1;
    record = mine;
    ready = 1;
    free(mine);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (ready) assert(*record != 1); // a.1 undefined
    pthread_join(thread, 0);
    return 0;
}
