// The indexer of Flanagan and Godefroid 2005, small: two threads put messages into a table by a hash, and take the next
// place if that is taken. Here they never meet, as with up to 11 threads there: one trace.
// traces: 1
// executions: 1, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t places[4];
static int table[4];

static void *indexes(void *arg) {
    int tid = (int)(long)arg;
    for (int m = 1; m < 3; m++) {
        int at = (m * 3 + tid * 2) & 3;
        while (1) {
            int isFree = 0;
            pthread_mutex_lock(&places[at]);
            if (table[at] == 0) {
                table[at] = m + tid * 4;
                isFree = 1;
            }
            pthread_mutex_unlock(&places[at]);
            if (isFree != 0) break;
            at = (at + 1) & 3;
        }
    }
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, indexes, (void *)0);
    pthread_create(&t1, 0, indexes, (void *)1);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
