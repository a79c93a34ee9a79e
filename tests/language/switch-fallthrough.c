// Cases that fall into the next one.
static volatile int stage;
static int done;

void isr_1(void) {
    switch (stage) {
    case 0:
        done |= 1;
        __attribute__((fallthrough));
    case 1:
        done |= 2;
        break;
    default:
        done = 0;
    }
}

int main(void) {
    stage = 1;
    stage = 2;
    return done;
}
