/* Eight philosophers, each of whom takes the fork on the left first: when all have one, nobody gets the other. */
// slow
// options: --property deadlock --timeout 600
// expect a: deadlock fork[]
#include <pthread.h>
#include <stdint.h>
#define N 8

static pthread_mutex_t fork[N];

static void *philosopher(void *seat) {
    int left = (int)(intptr_t)seat, right = (left + 1) % N;
    int first = left, second = right;
    pthread_mutex_lock(&fork[first]);
    pthread_mutex_lock(&fork[second]); // a.1
    pthread_mutex_unlock(&fork[second]);
    pthread_mutex_unlock(&fork[first]);
    return 0;
}

int main(void) {
    pthread_t guests[N];
    for (int i = 0; i < N; i++) pthread_create(&guests[i], 0, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(guests[i], 0); // a.2
    return 0;
}
