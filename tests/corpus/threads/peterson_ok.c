/* Peterson's algorithm: the flag is raised first, and the turn is given away. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], inside;
static atomic_int turn;

static void *worker(void *number) {
    int me = (int)(intptr_t)number, other = 1 - me;
    wants[me] = 1;
    turn = other;
    if (wants[other] && turn == other) {
        wants[me] = 0;
        return 0;
    }
    assert(inside++ == 0);
    inside--;
    wants[me] = 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0);
    pthread_create(&second, 0, worker, (void *)1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
