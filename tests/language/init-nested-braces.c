// flags: -Wno-missing-braces
// Braces left out, trailing commas, zero fill.
struct inner {
    int a[2], b;
};

struct outer {
    struct inner first, second;
    char tail;
};

static struct outer outer = {1, 2, 3, {{4}, 5}, 'z',};

void isr_1(void) { outer.second.a[1] = outer.tail; }

int main(void) { return outer.first.b + outer.second.b + outer.second.a[1]; }
