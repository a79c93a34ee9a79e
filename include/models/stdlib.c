/* Of stdlib.h, what calls the program back: sorting by insertion, searching by halves. */
#include <stddef.h>

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *all = base;
    size_t n, at, byte;
    for (n = 1; n < count; n++)
        for (at = n; at > 0 && compare(all + (at - 1) * size, all + at * size) > 0; at--)
            for (byte = 0; byte < size; byte++) {
                unsigned char *here = all + at * size + byte;
                unsigned char kept = *here;
                *here = *(here - size);
                *(here - size) = kept;
            }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const unsigned char *all = base;
    while (count > 0) {
        const unsigned char *middle = all + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0) return (void *)middle;
        if (order > 0) {
            all = middle + size;
            count -= count / 2 + 1;
        } else
            count /= 2;
    }
    return NULL;
}
