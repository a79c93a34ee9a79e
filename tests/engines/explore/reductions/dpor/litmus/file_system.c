// The file system of Flanagan and Godefroid 2005, small: each thread takes an inode and, if that has no block yet, a
// free block. Two of three threads have an inode in common.
// traces: 2
// executions: 2, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t inodes[2], blocks[3];
static int inode[2], busy[3];

static void *creates(void *arg) {
    int tid = (int)(long)arg;
    int i = tid & 1;
    int b = i;
    pthread_mutex_lock(&inodes[i]);
    if (inode[i] == 0) {
        while (b < 3) {
            pthread_mutex_lock(&blocks[b]);
            if (busy[b] == 0) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&blocks[b]);
                break;
            }
            pthread_mutex_unlock(&blocks[b]);
            b++;
        }
    }
    pthread_mutex_unlock(&inodes[i]);
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, creates, (void *)0);
    pthread_create(&t1, 0, creates, (void *)1);
    pthread_create(&t2, 0, creates, (void *)2);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
