/*
 * Two sections in a row, each of which looks for itself: nothing is carried over from one to the other, so that others
 * come in between is no mistake. The first look only tells whether to try.
 */
// notes: 1
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 5;

static void *sell(void *unused) {
    pthread_mutex_lock(&lock);
    int left = tickets;
    pthread_mutex_unlock(&lock);
    if (left > 0) {
        pthread_mutex_lock(&lock);
        if (tickets > 0) tickets--;
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
