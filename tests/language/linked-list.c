// A free list from which both contexts take.
struct node {
    struct node *next;
    int payload;
};

static struct node pool[4];
static struct node *free_list;

static struct node *take(void) {
    struct node *node = free_list;
    if (node) free_list = node->next;
    return node;
}

void isr_1(void) {
    struct node *node = take();
    if (node) node->payload = 1;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        pool[i].next = free_list;
        free_list = &pool[i];
    }
    struct node *node = take();
    if (node) node->payload = 2;
    return free_list != 0;
}
