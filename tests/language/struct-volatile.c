// A volatile struct, and a struct with one volatile member.
struct counters {
    int sent, lost;
};

struct port {
    volatile int status;
    int users;
};

static volatile struct counters counters;
static struct port port;

void isr_1(void) {
    counters.sent++;
    port.status = 1;
}

int main(void) {
    struct counters snapshot = counters;
    port.users++;
    return snapshot.sent + snapshot.lost + port.status;
}
