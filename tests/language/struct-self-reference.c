// A tree whose nodes are all static.
struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree leaf_a = {1, 0, 0}, leaf_b = {9, 0, 0};
static struct tree root = {5, &leaf_a, &leaf_b};

static struct tree *find(struct tree *node, int key) {
    while (node && node->key != key) node = key < node->key ? node->left : node->right;
    return node;
}

void isr_1(void) { root.right = 0; }

int main(void) {
    struct tree *hit = find(&root, 9);
    return hit ? hit->key : -1;
}
