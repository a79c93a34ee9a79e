// Structures by assignment, by value as an argument, and as a result.
// SHARED: a, b
// NOT-SHARED: c
struct handle { int *value; };
static int a, b, c;
static struct handle make(int *p) {
    struct handle h = {p};
    return h;
}
static void use(struct handle h) { (*h.value)++; }

void isr_1(void) {
    a = 1;
    b = 1;
}

int main(void) {
    struct handle first = make(&a), second;
    second = make(&b);
    use(first);
    use(second);
    use(make(&c));
    return c;
}
