// GNU C: a flexible array member with an initialiser.
struct table {
    int count;
    short entries[];
};

static struct table table = {3, {10, 20, 30}};

void isr_1(void) { table.entries[2]++; }

int main(void) {
    int sum = 0;
    for (int i = 0; i < table.count; i++) sum += table.entries[i];
    return sum;
}
