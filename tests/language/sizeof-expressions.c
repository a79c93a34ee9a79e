// sizeof does not read its operand, unless it is a variable-length array.
static volatile int x;
static int table[3][5];

void isr_1(void) { table[0][0] = x = 4; }

int main(void) {
    int n = x + 1;
    int line[n];
    unsigned long bytes = sizeof x + sizeof table[1] + sizeof(char[7]) + sizeof(int[x + 1]) + sizeof line;
    return (int)bytes;
}
