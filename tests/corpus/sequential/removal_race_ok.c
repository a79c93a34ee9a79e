/* A driver is removed while a request is under way: the state is written under the lock and read under it. By KISS, which has no
   finding then, and never says `holds`. */
// options: --engine kiss --property race --max 0
// verdict: race unknown
#include <pthread.h>

struct device {
    int state;
    int served;
};

static struct device device;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *remove_device(void *unused) {
    pthread_mutex_lock(&lock);
    device.state = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t remover;
    pthread_create(&remover, 0, remove_device, 0);
    pthread_mutex_lock(&lock);
    if (device.state == 0) device.served++;
    pthread_mutex_unlock(&lock);
    pthread_join(remover, 0);
    return 0;
}
