#ifndef PREEMPT_LIBC_STRINGS_H
#define PREEMPT_LIBC_STRINGS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int bcmp(const void *a, const void *b, size_t size);
void bcopy(const void *source, void *destination, size_t size);
void bzero(void *block, size_t size);
int ffs(int value);
char *index(const char *string, int c);
char *rindex(const char *string, int c);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);

#ifdef __cplusplus
}
#endif
#endif
