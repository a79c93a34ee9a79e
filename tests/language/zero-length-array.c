// GNU C: an array of length zero as the tail of a struct.
struct node {
    int size;
    int tail[0];
};

static int storage[4];

void isr_1(void) { storage[1] = 9; }

int main(void) {
    struct node *node = (struct node *)storage;
    node->size = 3;
    node->tail[2] = 4;
    return node->tail[0] + storage[3];
}
