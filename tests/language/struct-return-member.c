// A member of a returned struct; an array inside it.
struct report {
    int codes[3];
    char valid;
};

static struct report stored = {{4, 5, 6}, 1};

static struct report get(void) { return stored; }

void isr_1(void) { stored.codes[1] = 50; }

int main(void) { return get().codes[1] + get().valid; }
