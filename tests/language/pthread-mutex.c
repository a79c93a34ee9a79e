// Two threads and a mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *amount) {
    pthread_mutex_lock(&lock);
    balance += *(int *)amount;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    int ten = 10, one = 1;
    pthread_create(&first, 0, deposit, &ten);
    pthread_create(&second, 0, deposit, &one);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return balance;
}
