/* Looking whether there is a ticket left and selling it are meant to be one: two sellers sell the last one. */
// expect a: atomicity write-mistake tickets
#include <preempt.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static void *sell(void *unused) {
    preempt_expect_atomic_begin("sale");
    pthread_mutex_lock(&lock);
    int left = tickets; // a.1
    pthread_mutex_unlock(&lock);
    if (left > 0) {
        pthread_mutex_lock(&lock);
        tickets = left - 1; // a.2 a.3
        pthread_mutex_unlock(&lock);
    }
    preempt_expect_atomic_end();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, sell, 0);
    pthread_create(&second, 0, sell, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
