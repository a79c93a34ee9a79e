/* Each access to the level is made with the handler kept out, but what is written in the second section was computed from
   what the first one read. */
// expect a: atomicity RWW level harmful
void disable_isr(int), enable_isr(int);

static volatile int level;

void isr_1(void) {
    level = level + 10; // a.2
}

static int get(void) {
    disable_isr(1);
    int value = level; // a.1
    enable_isr(1);
    return value;
}

static void set(int value) {
    disable_isr(1);
    level = value; // a.3
    enable_isr(1);
}

int main(void) {
    enable_isr(1);
    set(get() + 1);
    return 0;
}
