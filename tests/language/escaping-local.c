// A local whose address the interrupt gets: it is shared while its frame lives.
static volatile int *mailbox;

void isr_1(void) {
    if (mailbox) *mailbox = 42;
}

static int wait(void) {
    volatile int answer = 0;
    mailbox = &answer;
    for (int i = 0; i < 3 && answer == 0; i++) {
    }
    mailbox = 0;
    return answer;
}

int main(void) { return wait(); }
