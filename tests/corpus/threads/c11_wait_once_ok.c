/* Conditions of C11 may wake up by themselves as well: it is asked again. */
// options: --property assertion
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int result;

static int computes(void *unused) {
    (void)unused;
    mtx_lock(&lock);
    result = 42;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    mtx_lock(&lock);
    thrd_create(&thread, computes, 0);
    while (result == 0) cnd_wait(&changed, &lock);
    assert(result == 42);
    mtx_unlock(&lock);
    thrd_join(thread, 0);
    return 0;
}
