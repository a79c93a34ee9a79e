/* The watcher looks at both values at once, and may do so between the two writes. What it looks for is arbitrary. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <preempt.h>
#include <pthread.h>

static int requests, answers;

static void *server(void *unused) {
    requests = 1;
    answers = 1;
    return unused;
}

static void *watcher(void *unused) {
    int wanted = preempt_nondet_i32();
    preempt_atomic_begin();
    if (preempt_nondet_bool()) {
        preempt_assume(wanted == 1 && requests == wanted);
        assert(answers == wanted); // a.1
    }
    preempt_atomic_end();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, server, 0);
    pthread_create(&second, 0, watcher, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
