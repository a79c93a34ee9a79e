// Over-aligned objects and members.
struct __attribute__((aligned(32))) line {
    int value;
};

struct mixed {
    char tag;
    int word __attribute__((aligned(16)));
};

static struct line lines[2];
static struct mixed mixed;

void isr_1(void) {
    lines[1].value = 3;
    mixed.word = 4;
}

int main(void) {
    mixed.tag = 'a';
    return lines[1].value + mixed.word;
}
