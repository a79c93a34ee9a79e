// Recursion over a structure.
// SHARED: nodes[].value
// NOT-SHARED: nodes[].left, nodes[].right, other.value
struct tree { struct tree *left, *right; int value; };
static struct tree nodes[3];
static struct tree other;
static int sum(struct tree *t) { return t == 0 ? 0 : t->value + sum(t->left) + sum(t->right); }

void isr_1(void) { nodes[2].value = 9; }

int main(void) {
    nodes[0].left = &nodes[1];
    nodes[0].right = &nodes[2];
    other.value = 1;
    return sum(&nodes[0]) + sum(&other);
}
