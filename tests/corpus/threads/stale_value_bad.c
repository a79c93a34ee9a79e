/* Each access is under the lock, but what is written was computed from what was read in an earlier section. */
// expect a: atomicity RWW tickets harmful
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 5;

static void *sell(void *unused) {
    pthread_mutex_lock(&lock);
    int left = tickets; // a.1
    pthread_mutex_unlock(&lock);
    if (left > 0) {
        pthread_mutex_lock(&lock);
        tickets = left - 1; // a.2 a.3
        pthread_mutex_unlock(&lock);
    }
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
