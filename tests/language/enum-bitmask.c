// An enumeration used as a set.
enum event { EVENT_NONE = 0, EVENT_RX = 1 << 0, EVENT_TX = 1 << 1, EVENT_TIMEOUT = 1 << 7 };

static volatile unsigned events;

void isr_1(void) { events |= EVENT_RX; }
void isr_2(void) { events |= EVENT_TIMEOUT; }

int main(void) {
    unsigned taken = events & (EVENT_RX | EVENT_TIMEOUT);
    events &= ~taken;
    return (int)taken;
}
