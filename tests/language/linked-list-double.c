// Removing from a doubly linked list while the interrupt inserts.
struct entry {
    struct entry *before, *after;
};

static struct entry anchor = {&anchor, &anchor};
static struct entry a, b;

static void insert(struct entry *entry) {
    entry->after = anchor.after;
    entry->before = &anchor;
    anchor.after->before = entry;
    anchor.after = entry;
}

static void remove_entry(struct entry *entry) {
    entry->before->after = entry->after;
    entry->after->before = entry->before;
}

void isr_1(void) { insert(&b); }

int main(void) {
    insert(&a);
    remove_entry(&a);
    return anchor.after == &anchor;
}
