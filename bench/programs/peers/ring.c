/* A ring between a receive interrupt that may come at any time and a main loop, and a timer above both that counts what
   is in it: the usual driver, for ever. Each byte that is received is three more than the one before. */
// options: --property assertion --arrivals unbounded --interrupts on
#include <assert.h>

#define SIZE 8

static volatile unsigned char ring[SIZE];
static volatile unsigned char head, tail, level;
static unsigned char next, sum;

void isr_1(void) {
    unsigned char h = head;
    unsigned char t = tail;
    if (((h + 1) & (SIZE - 1)) == t) return;
    ring[h] = next;
    next = (next + 3) & 31;
    head = (h + 1) & (SIZE - 1);
}

void isr_2(void) {
    unsigned char h = head;
    unsigned char t = tail;
    level = (h - t) & (SIZE - 1);
}

int main(void) {
    for (;;) {
        unsigned char h = head;
        unsigned char t = tail;
        if (h == t) continue;
        unsigned char byte = ring[t];
        tail = (t + 1) & (SIZE - 1);
        unsigned char s = sum;
        sum = (s + byte) & 127;
        unsigned char l = level;
        assert(((l * 3 + s) & 255) != 200);
    }
}
