// flags: -std=gnu89
/* C89: declarations first, no for-scoped variables, no _Bool. */
static volatile int level;
static int history[3];

void isr_1(void) { level = 2; }

int main(void) {
    int i;
    for (i = 0; i < 3; i++) {
        int seen = level;
        history[i] = seen;
    }
    return history[2];
}
