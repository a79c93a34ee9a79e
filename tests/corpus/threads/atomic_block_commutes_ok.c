/* Whoever looks at one account alone may do so in the middle of the block: it could have come after it. */
#include <preempt.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int checking = 100, savings;
static int sum;

static void *transfer(void *unused) {
    preempt_expect_atomic_begin("transfer");
    pthread_mutex_lock(&lock);
    checking -= 10;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    savings += 10;
    pthread_mutex_unlock(&lock);
    preempt_expect_atomic_end();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, transfer, 0);
    pthread_mutex_lock(&lock);
    sum = checking;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
