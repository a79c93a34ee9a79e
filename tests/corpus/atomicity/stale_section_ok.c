/* Each change of the level is one section with the handler kept out, and so is the look at it that follows: the handler may
   come between them. */
// notes: 1
void disable_isr(int), enable_isr(int);

static volatile int level;
volatile int shown;

void isr_1(void) {
    level = level + 10;
}

static int get(void) {
    disable_isr(1);
    int value = level;
    enable_isr(1);
    return value;
}

static void add(int value) {
    disable_isr(1);
    level = level + value;
    enable_isr(1);
}

int main(void) {
    enable_isr(1);
    add(1);
    shown = get();
    return 0;
}
