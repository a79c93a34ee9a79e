/* Seven philosophers. The last one takes the forks in the other order, and somebody can always eat. */
// slow
// options: --property deadlock
#include <pthread.h>
#include <stdint.h>
#define N 7

static pthread_mutex_t fork[N];

static void *philosopher(void *seat) {
    int left = (int)(intptr_t)seat, right = (left + 1) % N;
    int first = left < right ? left : right, second = left < right ? right : left;
    pthread_mutex_lock(&fork[first]);
    pthread_mutex_lock(&fork[second]);
    pthread_mutex_unlock(&fork[second]);
    pthread_mutex_unlock(&fork[first]);
    return 0;
}

int main(void) {
    pthread_t guests[N];
    for (int i = 0; i < N; i++) pthread_create(&guests[i], 0, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(guests[i], 0);
    return 0;
}
