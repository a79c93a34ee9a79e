// A tagged union in an array of structs.
enum tag { TAG_INT, TAG_CHAR, TAG_POINTER };

struct item {
    enum tag tag;
    union {
        int number;
        char letter;
        int *address;
    } as;
};

static struct item items[3];
static int target;

void isr_1(void) {
    items[1].tag = TAG_POINTER;
    items[1].as.address = &target;
}

int main(void) {
    items[0].as.number = 7;
    items[2].as.letter = 'x';
    if (items[1].tag == TAG_POINTER) *items[1].as.address = 5;
    return target;
}
