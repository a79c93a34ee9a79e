// lastzero(2) of Abdulla et al. 2014: 2 threads pass a value on along an array, one looks for its last zero.
// Published are 64 for 5, 3328 for 10 and 147456 for 15: (n + 3) 2^(n - 2).
// traces: 5
// executions: 5, redundant: 3, meetings: 10
#include <pthread.h>

static int array[3];

static void *increments(void *arg) {
    int i = (int)(long)arg;
    array[i] = array[i - 1] + 1;
    return arg;
}

static void *looks(void *arg) {
    int i = 2;
    while (array[i] != 0) i--;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, increments, (void *)1);
    pthread_create(&t1, 0, increments, (void *)2);
    pthread_create(&t2, 0, looks, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
