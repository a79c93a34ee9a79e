/* A key: each thread finds its own value. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>

static pthread_key_t current;
static int values[2];

static void *worker(void *value) {
    pthread_setspecific(current, value);
    assert(pthread_getspecific(current) == value);
    return 0;
}

int main(void) {
    pthread_key_create(&current, 0);
    pthread_t first, second;
    pthread_create(&first, 0, worker, &values[0]);
    pthread_create(&second, 0, worker, &values[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
