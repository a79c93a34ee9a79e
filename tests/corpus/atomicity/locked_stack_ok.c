/* A list of free blocks, from which a handler takes and to which main gives back, with the handler kept out. That it comes
   between two calls is what it was let in for: the list that main finds then is not the one that it left. */
// notes: 1
void disable_isr(int), enable_isr(int);

struct block {
    struct block *next;
};

static struct block blocks[3], *free_blocks, *taken;

void isr_1(void) {
    taken = free_blocks;
    if (taken)
        free_blocks = taken->next;
}

static void give_back(struct block *b) {
    disable_isr(1);
    b->next = free_blocks;
    free_blocks = b;
    enable_isr(1);
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 3; i++)
        give_back(&blocks[i]);
    return 0;
}
