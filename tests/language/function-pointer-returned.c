// A function that returns a function pointer, without a typedef.
static int total;

static int add_one(int x) { return x + 1; }
static int add_two(int x) { return x + 2; }

static int (*choose(int which))(int) { return which ? add_two : add_one; }

void isr_1(void) { total = choose(1)(total); }

int main(void) {
    total = choose(0)(total);
    return total;
}
