// Initialisers that are addresses and constant expressions.
static int array[5];
static int *const middle = &array[2];
static int *const end = array + 5;
static const unsigned long size = sizeof array / sizeof *array;
static void tick(void) { ++*middle; }
static void (*const entry)(void) = tick;
static char *const bytes = (char *)array + 1;

void isr_1(void) { entry(); }

int main(void) {
    *bytes = 0;
    return (int)(end - middle) + (int)size + array[2];
}
