// Addresses that travel as void *, char * and uintptr_t.
// SHARED: by_integer, by_void
// NOT-SHARED: quiet
#include <stdint.h>
static int by_void, by_integer, quiet;
static void *generic = &by_void;
static uintptr_t address;

void isr_1(void) {
    *(int *)generic = 1;
    by_integer = 1;
}

int main(void) {
    address = (uintptr_t)&by_integer;
    *(int *)address = 2;
    quiet = 3;
    return by_void + quiet;
}
