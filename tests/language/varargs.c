// A function with a variable number of arguments.
#include <stdarg.h>

static int largest;

static void note(int count, ...) {
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        int value = va_arg(list, int);
        if (value > largest) largest = value;
    }
    va_end(list);
}

void isr_1(void) { note(2, 50, 7); }

int main(void) {
    note(3, 1, 9, 4);
    return largest;
}
