/* A driver is removed while a request is under way: the state is written under the lock and read without it. By KISS, which looks for a
   race on one field of the device, and never says that there is no other. */
// options: --engine kiss --property race --max 0
// expect a: race device.state
#include <pthread.h>

struct device {
    int state;
    int served;
};

static struct device device;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *remove_device(void *unused) {
    pthread_mutex_lock(&lock);
    device.state = 2; // a.2
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t remover;
    pthread_create(&remover, 0, remove_device, 0);
    if (device.state == 0) { // a.1
        pthread_mutex_lock(&lock);
        device.served++;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(remover, 0);
    return 0;
}
