/* A list of free blocks, from which a handler takes and to which main gives back: main links a block without keeping the
   handler out, so that a block that is taken in between comes back. */
// expect a: atomicity RWW free_blocks harmful
// expect b: atomicity WWR free_blocks harmful
// notes: 3
struct block {
    struct block *next;
};

static struct block blocks[3], *free_blocks, *taken;

void isr_1(void) {
    taken = free_blocks;
    if (taken)
        free_blocks = taken->next; // a.2 b.2
}

static void give_back(struct block *b) {
    b->next = free_blocks; // a.1 b.3
    free_blocks = b;       // a.3 b.1
}

int main(void) {
    for (int i = 0; i < 3; i++)
        give_back(&blocks[i]);
    return 0;
}
