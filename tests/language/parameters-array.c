// Array parameters are pointers; static and qualifiers inside the brackets.
static int line[6];

static int first(int values[static 2]) { return values[0] + values[1]; }
static void set(int (*rows)[3], int row, int value) { rows[row][2] = value; }
static int last(const int values[const], int count) { return values[count - 1]; }

void isr_1(void) { set((int(*)[3])line, 1, 8); }

int main(void) {
    set((int(*)[3])line, 0, 5);
    return first(line + 1) + last(line, 6);
}
