/* Link statistics in one record: the receive interrupt counts in its own fields, main counts what it sends. The reset
   clears a field that belongs to the interrupt. */
// options: --property race
// expect a: missing-volatile link.received not-shown-harmful
struct statistics {
    unsigned short sent;
    unsigned short received;
    unsigned short dropped;
};

static struct statistics link;

extern volatile unsigned char LINK_STATUS;

void isr_4(void) {
    if (LINK_STATUS & 1)
        link.dropped++;
    else
        link.received++; // a.1
}

static void send(void) {
    link.sent++;
}

static void reset(void) {
    link.sent = 0;
    link.received = 0; // a.2
}

int main(void) {
    for (;;) {
        send();
        reset();
    }
}
