// An atomic struct small enough for one access.
struct pair {
    short a, b;
};

static _Atomic struct pair pair;

void isr_1(void) { pair = (struct pair){1, 2}; }

int main(void) {
    struct pair seen = pair;
    return seen.a == 0 ? seen.b : seen.a;
}
