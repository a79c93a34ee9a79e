/* Two locks in opposite orders; who does not get the second one in time gives back the first. No deadlock. */
// options: --property race
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *patient(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    shared++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *limited(void *unused) {
    struct timespec deadline = {0, 0};
    pthread_mutex_lock(&b);
    int error = pthread_mutex_timedlock(&a, &deadline);
    if (error == 0) shared++;
    pthread_mutex_unlock(&b);
    if (error == 0) pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, patient, 0);
    pthread_create(&second, 0, limited, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
