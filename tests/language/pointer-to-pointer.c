// Two levels of indirection between the contexts.
static int a, b;
static int *selected = &a;
static int **slot = &selected;

void isr_1(void) { *slot = &b; }

int main(void) {
    **slot = 3;
    int *before = selected;
    *before += 1;
    return a + b;
}
