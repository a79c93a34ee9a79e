// Mutually referring types through typedefs.
typedef struct owner owner;
typedef struct item item;

struct owner {
    item *first;
    unsigned count;
};

struct item {
    owner *owner;
    item *next;
    int weight;
};

static owner box;
static item items[2];

static void put(item *entry) {
    entry->owner = &box;
    entry->next = box.first;
    box.first = entry;
    box.count++;
}

void isr_1(void) { put(&items[1]); }

int main(void) {
    put(&items[0]);
    return (int)box.count + box.first->weight;
}
