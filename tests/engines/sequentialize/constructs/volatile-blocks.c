#include "seen.h"

#include <stdlib.h>
#include <string.h>

struct packet {
    unsigned char bytes[6];
    unsigned short sum;
};
static volatile struct packet box;
static volatile struct packet *volatile where = &box;
static volatile char text[8] = "abc";
static struct packet mine;

void isr_1(void) {
    memset((void *)where->bytes, 7, sizeof where->bytes);
    box.sum = 42;
    text[0] = 'b';
}

int main(void) {
    volatile struct packet *own = malloc(sizeof *own);
    struct packet two;

    enable_isr(1);
    if (own == NULL)
        return 1;
    memset((void *)own, 0, sizeof *own);
    own->bytes[2] = 9;
    memcpy((void *)&box, (const void *)own, sizeof box);
    mine = *(struct packet *)where;
    emit(mine.bytes[2]);
    memcpy(&two, (const void *)where, sizeof two);
    emit(memcmp(&two, (const void *)own, sizeof two));
    emit((long)strlen((const char *)text));
    free((void *)own);
    return 0;
}
