// Arguments of several types, and a copied list.
#include <stdarg.h>

static double total;
static const char *last;

static void add(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *k = kinds; *k; k++) {
        if (*k == 'i') total += va_arg(list, int);
        if (*k == 'd') total += va_arg(list, double);
        if (*k == 's') last = va_arg(list, const char *);
    }
    if (*kinds == 'i') total -= va_arg(again, int);
    va_end(again);
    va_end(list);
}

void isr_1(void) { add("d", 1.5); }

int main(void) {
    add("ids", 3, 0.5, "end");
    return (int)total + last[0];
}
