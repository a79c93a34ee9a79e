// Each thread looks at what the others have set and sets its own: the orders multiply.
// traces: 7
// executions: 7, redundant: 3, meetings: 19
#include <pthread.h>

static int a, b, c;

static void *first(void *arg) {
    a = 1;
    int r = b;
    return arg;
}

static void *second(void *arg) {
    b = 1;
    int r = c;
    return arg;
}

static void *third(void *arg) {
    c = 1;
    int r = a;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, first, 0);
    pthread_create(&t1, 0, second, 0);
    pthread_create(&t2, 0, third, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
