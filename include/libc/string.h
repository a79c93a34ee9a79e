#ifndef PREEMPT_LIBC_STRING_H
#define PREEMPT_LIBC_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memccpy(void *__restrict destination, const void *__restrict source, int c, size_t size);
void *memchr(const void *block, int c, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memcpy(void *__restrict destination, const void *__restrict source, size_t size);
void *memmem(const void *block, size_t size, const void *needle, size_t needle_size);
void *memmove(void *destination, const void *source, size_t size);
void *memset(void *block, int c, size_t size);
char *stpcpy(char *__restrict destination, const char *__restrict source);
char *strcat(char *__restrict destination, const char *__restrict source);
char *strchr(const char *string, int c);
int strcmp(const char *a, const char *b);
int strcoll(const char *a, const char *b);
char *strcpy(char *__restrict destination, const char *__restrict source);
size_t strcspn(const char *string, const char *reject);
char *strdup(const char *string);
char *strerror(int error);
size_t strlcat(char *__restrict destination, const char *__restrict source, size_t size);
size_t strlcpy(char *__restrict destination, const char *__restrict source, size_t size);
size_t strlen(const char *string);
char *strncat(char *__restrict destination, const char *__restrict source, size_t size);
int strncmp(const char *a, const char *b, size_t size);
char *strncpy(char *__restrict destination, const char *__restrict source, size_t size);
char *strndup(const char *string, size_t size);
size_t strnlen(const char *string, size_t size);
char *strpbrk(const char *string, const char *accept);
char *strrchr(const char *string, int c);
char *strsep(char **string, const char *delimiters);
size_t strspn(const char *string, const char *accept);
char *strstr(const char *string, const char *needle);
char *strtok(char *__restrict string, const char *__restrict delimiters);
char *strtok_r(char *__restrict string, const char *__restrict delimiters, char **__restrict state);
size_t strxfrm(char *__restrict destination, const char *__restrict source, size_t size);

#ifdef __cplusplus
}
#endif
#endif
