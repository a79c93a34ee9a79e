/*
 * A message is allocated, filled and handed to the transmit interrupt by a pointer. It is handed over before it is
 * filled, so that the interrupt can send it half filled.
 */
// options: --property atomicity
// expect a: atomicity WRW malloc at line 29 harmful
#include <stdint.h>
#include <stdlib.h>

void enable_isr(int irq);

extern volatile uint8_t TX_LENGTH;

struct message {
    uint8_t length;
    uint8_t payload[3];
};

static struct message *volatile outbox;

void isr_1(void) {
    struct message *const m = outbox;

    if (m != 0) TX_LENGTH = m->length; // a.2
}

int main(void) {
    enable_isr(1);
    struct message *const m = malloc(sizeof *m);
    if (m == 0) return 1;
    outbox = m;
    m->payload[0] = 'O';
    m->length = 1; // a.1
    m->payload[1] = 'K';
    m->length = 2; // a.3
    return 0;
}
