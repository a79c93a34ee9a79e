// restrict-qualified parameters.
static int source[4] = {1, 2, 3, 4};
static int target[4];

static void copy(int *restrict to, const int *restrict from, int count) {
    while (count-- > 0) *to++ = *from++;
}

void isr_1(void) { source[3] = 40; }

int main(void) {
    copy(target, source, 4);
    return target[3];
}
