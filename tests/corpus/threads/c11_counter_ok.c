/* Threads of C11 that count under their mutex. */
// options: --property race
#include <threads.h>

static mtx_t lock;
static int counter;

static int worker(void *unused) {
    mtx_lock(&lock);
    counter++;
    mtx_unlock(&lock);
    return unused != 0;
}

int main(void) {
    thrd_t first, second;
    mtx_init(&lock, mtx_plain);
    thrd_create(&first, worker, 0);
    thrd_create(&second, worker, 0);
    thrd_join(first, 0);
    thrd_join(second, 0);
    mtx_destroy(&lock);
    return counter;
}
