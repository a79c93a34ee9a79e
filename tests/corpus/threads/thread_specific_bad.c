/* One pointer for all threads: a thread may find the value of the other. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static void *volatile current;
static int values[2];

static void *worker(void *value) {
    current = value;
    assert(current == value); // a.1
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, &values[0]);
    pthread_create(&second, 0, worker, &values[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
