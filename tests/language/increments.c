// Prefix and postfix on shared variables and through pointers.
static volatile int counter;
static int cells[3], *cursor = cells;

void isr_1(void) {
    ++counter;
    --*cursor;
}

int main(void) {
    int a = counter++;
    int b = --counter;
    *cursor++ = a;
    *++cursor = b;
    return (*cursor)-- + cells[0]--;
}
