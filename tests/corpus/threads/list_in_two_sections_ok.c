/* As list_in_two_sections_bad.c, with one critical section for both. */
// options: --property atomicity
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
    node->next = head;
    head = node;
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
