// Double-checked initialisation: either thread does it, and the other finds it done outside of the lock or inside.
// traces: 4
// executions: 4, redundant: 0, meetings: 4
#include <pthread.h>

static pthread_mutex_t m;
static int ready, value;

static void *uses(void *arg) {
    if (ready == 0) {
        pthread_mutex_lock(&m);
        if (ready == 0) {
            value = 1;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    int r = value;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, uses, 0);
    pthread_create(&t1, 0, uses, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
