// Two static locals and a static global of one name are three objects.
static int state = 1;

static int first(void) {
    static int state = 10;
    return state++;
}

static int second(void) {
    static int state = 100;
    return state++;
}

void isr_1(void) { state += first(); }

int main(void) { return state + second() + first(); }
