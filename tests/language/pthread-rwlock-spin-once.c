// The less usual locks.
#include <pthread.h>

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[2], uses;

static void fill(void) { table[0] = 1; }

static void *reader(void *unused) {
    pthread_once(&once, fill);
    pthread_rwlock_rdlock(&table_lock);
    int seen = table[0];
    pthread_rwlock_unlock(&table_lock);
    pthread_spin_lock(&spin);
    uses += seen;
    pthread_spin_unlock(&spin);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, 0, reader, 0);
    pthread_rwlock_wrlock(&table_lock);
    table[1] = 2;
    pthread_rwlock_unlock(&table_lock);
    pthread_join(thread, 0);
    return uses;
}
