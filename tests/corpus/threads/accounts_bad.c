/* A transfer locks the account that it takes from, then the one that it gives to. Two transfers in opposite directions wait for each
   other. */
// options: --property deadlock
// expect a: deadlock accounts[].lock
#include <pthread.h>

static struct account {
    pthread_mutex_t lock;
    int money;
} accounts[2];

static void transfer(struct account *from, struct account *to) {
    struct account *first = from, *second = to;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock); // a.1 a.2
    from->money--;
    to->money++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *there(void *unused) {
    transfer(&accounts[0], &accounts[1]);
    return unused;
}

static void *back(void *unused) {
    transfer(&accounts[1], &accounts[0]);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, there, 0);
    pthread_create(&second, 0, back, 0);
    pthread_join(first, 0); // a.3
    pthread_join(second, 0);
    return 0;
}
