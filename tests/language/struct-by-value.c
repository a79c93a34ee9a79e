// Structs as arguments and results, small and large.
struct pair {
    short a, b;
};

struct block {
    int words[12];
};

static struct pair pair = {1, 2};
static struct block block;

static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }

static struct block filled(struct block b, int value) {
    for (int i = 0; i < 12; i++) b.words[i] += value;
    return b;
}

void isr_1(void) { pair = swapped(pair); }

int main(void) {
    block = filled(block, pair.a);
    return block.words[11] + swapped(pair).b;
}
