/* A transfer locks the two accounts in the order of their places. */
// options: --property deadlock
#include <pthread.h>

static struct account {
    pthread_mutex_t lock;
    int money;
} accounts[2];

static void transfer(struct account *from, struct account *to) {
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
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
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
