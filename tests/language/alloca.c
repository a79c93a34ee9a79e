// Memory from the stack.
static int *volatile window;

void isr_1(void) {
    if (window) window[0] = 5;
}

int main(void) {
    int *local = __builtin_alloca(4 * sizeof(int));
    local[0] = 1;
    window = local;
    int seen = local[0];
    window = 0;
    return seen;
}
