/* A node is linked before the head in one critical section, and becomes the head in another: each is protected, and still a node that
   another thread adds in between is lost. */
// options: --property atomicity
// expect a: atomicity RWW head harmful
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&lock);
    node->next = head; // a.1
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    head = node; // a.2 a.3
    pthread_mutex_unlock(&lock);
}

static void *producer(void *unused) {
    push(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    push(2);
    pthread_join(thread, 0);
    return 0;
}
