// Macros with any number of arguments.
static int calls, last;

static void note(int count, int value) {
    calls += count;
    last = value;
}

#define NOTE(...) note(__VA_ARGS__)
#define FIRST(first, ...) first
#define SECOND_OR(fallback, ...) FIRST(__VA_ARGS__ __VA_OPT__(, ) fallback, 0)

void isr_1(void) { NOTE(1, 5); }

int main(void) {
    NOTE(2, SECOND_OR(7));
    return calls + last + SECOND_OR(3, 4);
}
