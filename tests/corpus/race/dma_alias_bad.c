/* A receiver fills the buffer that its descriptor points to; main processes the one that was received last. The two are
   swapped through pointers, and here the descriptor is handed the buffer that main is still working on. */
// options: --property race
// expect a: missing-volatile second[] not-shown-harmful
void enable_isr(int irq);
void disable_isr(int irq);

struct descriptor {
    unsigned char *buffer;
    unsigned char length;
};

static unsigned char first[4], second[4];
static struct descriptor receiver = {first, 0};

extern volatile unsigned char DATA;

void isr_2(void) {
    struct descriptor *d = &receiver;

    d->buffer[d->length & 3] = DATA; // a.1
    d->length++;
}

static unsigned char checksum(const unsigned char *frame) {
    return frame[0] ^ frame[3]; // a.2
}

int main(void) {
    unsigned char *mine = second;
    unsigned char sum;

    enable_isr(2);
    disable_isr(2);
    receiver.buffer = second;
    receiver.length = 0;
    enable_isr(2);
    sum = checksum(mine);
    return sum;
}
