/* Link statistics in one record: the receive interrupt counts in its own fields, main counts what it sends and clears
   only that. Neighbouring fields are different memory. */
// options: --property race
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
        link.received++;
}

static void send(void) {
    link.sent++;
}

static void reset(void) {
    link.sent = 0;
}

int main(void) {
    for (;;) {
        send();
        reset();
    }
}
