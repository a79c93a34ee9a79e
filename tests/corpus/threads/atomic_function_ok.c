/* Who finds a place free takes it, in a function that is atomic by its name, as SV-COMP has it. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>

static int taken, inside;

int __VERIFIER_atomic_take(void) {
    if (taken) return 0;
    taken = 1;
    return 1;
}

static void *worker(void *unused) {
    if (__VERIFIER_atomic_take()) {
        inside++;
        assert(inside == 1);
        inside--;
        taken = 0;
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
