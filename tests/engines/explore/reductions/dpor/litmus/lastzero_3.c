// lastzero(3) of Abdulla et al. 2014: 3 threads pass a value on along an array, one looks for its last zero.
// Published are 64 for 5, 3328 for 10 and 147456 for 15: (n + 3) 2^(n - 2).
// traces: 12
// executions: 12, redundant: 8, meetings: 37
#include <pthread.h>

static int array[4];

static void *increments(void *arg) {
    int i = (int)(long)arg;
    array[i] = array[i - 1] + 1;
    return arg;
}

static void *looks(void *arg) {
    int i = 3;
    while (array[i] != 0) i--;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, increments, (void *)1);
    pthread_create(&t1, 0, increments, (void *)2);
    pthread_create(&t2, 0, increments, (void *)3);
    pthread_create(&t3, 0, looks, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
