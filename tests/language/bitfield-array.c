// An array of structs of bit-fields, indexed by a variable.
struct cell {
    unsigned char owner : 2;
    unsigned char value : 6;
};

static struct cell grid[8];
static unsigned position;

void isr_1(void) {
    grid[position & 7].value = 33;
    position++;
}

int main(void) {
    for (unsigned i = 0; i < 8; i++) grid[i].owner = (unsigned char)(i & 3);
    return grid[0].value;
}
