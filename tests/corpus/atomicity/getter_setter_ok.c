/* A counter that only the interrupt writes, and two displays that show what they see: the second may see more, and has
   nothing to do with the first. */
// notes: 1
static volatile int count;
static int left, right;

static int get(void) {
    return count;
}

static void show_left(void) {
    left = get();
}

static void show_right(void) {
    right = get();
}

void isr_1(void) {
    count++;
}

int main(void) {
    show_left();
    show_right();
    return 0;
}
