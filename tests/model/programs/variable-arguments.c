// A pointer passed as a variable argument.
// SHARED: counted
// NOT-SHARED: aside
#include <stdarg.h>
static int counted, aside;
static void add_all(int n, ...) {
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) *va_arg(list, int *) += 1;
    va_end(list);
}

void isr_1(void) { add_all(2, &counted, &counted); }

int main(void) {
    aside = 1;
    return counted + aside;
}
