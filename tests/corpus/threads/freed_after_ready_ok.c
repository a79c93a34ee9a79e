/* The worker leaves its record to main, which frees it when the worker is done. */
// options: --property assertion,race
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
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (ready) assert(*record == 1);
    pthread_join(thread, 0);
    free(record);
    return 0;
}
