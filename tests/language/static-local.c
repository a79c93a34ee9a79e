// Static variables inside functions belong to no frame.
static int next_id(void) {
    static int id;
    return ++id;
}

static int *history(void) {
    static int last[2];
    last[1] = last[0];
    last[0] = next_id();
    return last;
}

void isr_1(void) { next_id(); }

int main(void) { return history()[0] + history()[1]; }
