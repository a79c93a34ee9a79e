// GNU C: labels as values.
static int accumulator;

void isr_1(void) { accumulator -= 1; }

int main(void) {
    static const unsigned char program[] = {0, 1, 1, 2};
    static const void *const labels[] = {&&load, &&add, &&stop};
    const unsigned char *next = program;

    goto *labels[*next++];
load:
    accumulator = 10;
    goto *labels[*next++];
add:
    accumulator += 5;
    goto *labels[*next++];
stop:
    return accumulator;
}
