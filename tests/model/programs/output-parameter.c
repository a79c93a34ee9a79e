// The address of the shared object comes out through a pointer to a pointer.
// SHARED: buffers[][]
// NOT-SHARED: spare[]
static unsigned char buffers[2][16];
static unsigned char spare[16];
static volatile int current;
static void acquire(unsigned char **out) { *out = buffers[current]; }
static void acquire_spare(unsigned char **out) { *out = spare; }

void isr_1(void) {
    unsigned char *p;
    acquire(&p);
    p[3] = 1;
}

int main(void) {
    unsigned char *p, *q;
    acquire(&p);
    acquire_spare(&q);
    q[0] = 2;
    return p[3] + q[0];
}
