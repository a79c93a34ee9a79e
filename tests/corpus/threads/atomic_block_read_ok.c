/* The transfer holds its lock from the first account to the second. */
#include <preempt.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int checking = 100, savings;
static int sum;

static void *transfer(void *unused) {
    preempt_expect_atomic_begin("transfer");
    pthread_mutex_lock(&lock);
    checking -= 10;
    savings += 10;
    pthread_mutex_unlock(&lock);
    preempt_expect_atomic_end();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, transfer, 0);
    pthread_mutex_lock(&lock);
    sum = checking + savings;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
