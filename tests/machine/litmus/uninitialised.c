// Uninitialised memory has an arbitrary value, always the same one: both questions get the same answer. A local, an array, the heap: 2 · 2 · 2.
// executions: 8
// finals: a=0 b=0 c=0; a=0 b=0 c=3; a=0 b=3 c=0; a=0 b=3 c=3; a=3 b=0 c=0; a=3 b=0 c=3; a=3 b=3 c=0; a=3 b=3 c=3
#include <stdlib.h>

int a, b, c;

int main(void) {
    int local, array[2], *heap = malloc(sizeof *heap);
    if (local == 1) a = 1;
    if (local == 1) a += 2;
    if (array[1] == 1) b = 1;
    if (array[1] == 1) b += 2;
    if (*heap == 1) c = 1;
    if (*heap == 1) c += 2;
}
