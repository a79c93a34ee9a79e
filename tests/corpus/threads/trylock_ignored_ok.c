/* Who does not get the lock does without. */
// options: --property race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *patient(void *unused) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *hasty(void *unused) {
    if (pthread_mutex_trylock(&lock) == 0) {
        counter++;
        pthread_mutex_unlock(&lock);
    }
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
