/* Nobody looks whether trylock got the lock. */
// options: --property race
// expect a: race counter
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *patient(void *unused) {
    pthread_mutex_lock(&lock);
    counter++; // a.2
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *hasty(void *unused) {
    int error = pthread_mutex_trylock(&lock);
    counter++; // a.1
    if (error == 0) pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, patient, 0);
    pthread_create(&second, 0, hasty, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
