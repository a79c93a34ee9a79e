// A compiler barrier: no instruction, but memory is clobbered.
static int data;
static int ready;

#define barrier() __asm__ __volatile__("" ::: "memory")

void isr_1(void) {
    data = 5;
    barrier();
    ready = 1;
}

int main(void) {
    if (ready) {
        barrier();
        return data;
    }
    return 0;
}
