// Three philosophers, each takes the left fork first. Each fork goes first to one of its two, 2^3; that nobody gets his
// left one first is impossible, and that all do is the deadlock.
// traces: 7
// executions: 7, redundant: 2, meetings: 0
#include <pthread.h>

static pthread_mutex_t fork[3];

static void *eats(void *arg) {
    int i = (int)(long)arg;
    int right = i + 1;
    if (right == 3) right = 0;
    pthread_mutex_lock(&fork[i]);
    pthread_mutex_lock(&fork[right]);
    pthread_mutex_unlock(&fork[right]);
    pthread_mutex_unlock(&fork[i]);
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, eats, (void *)0);
    pthread_create(&t1, 0, eats, (void *)1);
    pthread_create(&t2, 0, eats, (void *)2);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
