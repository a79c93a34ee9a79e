// Memory from malloc, published to the interrupt.
#include <stdlib.h>

struct buffer {
    int length;
    unsigned char *data;
};

static struct buffer *volatile active;

void isr_1(void) {
    struct buffer *buffer = active;
    if (buffer && buffer->length > 0) buffer->data[0] = 1;
}

int main(void) {
    struct buffer *fresh = malloc(sizeof *fresh);
    if (!fresh) return 1;
    fresh->data = calloc(8, 1);
    fresh->length = fresh->data ? 8 : 0;
    active = fresh;
    int first = fresh->data ? fresh->data[0] : 0;
    active = 0;
    free(fresh->data);
    free(fresh);
    return first;
}
