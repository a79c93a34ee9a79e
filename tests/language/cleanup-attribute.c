// GNU C: a function that runs when a variable leaves its scope, also by return and break.
static volatile int masked;
static int protected_value;

static void leave(int *old) { masked = *old; }

#define GUARD __attribute__((cleanup(leave), unused)) int guard = masked; masked = 1

void isr_1(void) {
    if (!masked) protected_value++;
}

static int take(void) {
    GUARD;
    if (protected_value > 2) return 1;
    protected_value = 0;
    return 0;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        GUARD;
        if (take()) break;
    }
    return protected_value;
}
