// An atomic pointer, stepped through an array.
static int values[4] = {1, 2, 3, 4};
static int *_Atomic cursor = values;

void isr_1(void) {
    if (cursor < values + 3) cursor++;
}

int main(void) {
    int *at = cursor;
    cursor = values;
    return *at;
}
