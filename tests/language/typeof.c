// GNU C: typeof and __auto_type.
static volatile long position;

#define SWAP(a, b)                                                                                                     \
    do {                                                                                                               \
        __typeof__(a) keep = a;                                                                                        \
        a = b;                                                                                                         \
        b = keep;                                                                                                      \
    } while (0)

void isr_1(void) { position += 2; }

int main(void) {
    __auto_type now = position;
    __typeof__(position) other = 5;
    SWAP(position, other);
    return (int)(now + other);
}
