#ifndef PREEMPT_LIBC_STDLIB_H
#define PREEMPT_LIBC_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX __INT_MAX__
#define MB_CUR_MAX 1

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

__attribute__((__noreturn__)) void _Exit(int status);
__attribute__((__noreturn__)) void abort(void);
int abs(int value);
void *aligned_alloc(size_t alignment, size_t size);
int at_quick_exit(void (*function)(void));
int atexit(void (*function)(void));
double atof(const char *string);
int atoi(const char *string);
long atol(const char *string);
long long atoll(const char *string);
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *calloc(size_t count, size_t size);
div_t div(int numerator, int denominator);
__attribute__((__noreturn__)) void exit(int status);
void free(void *block);
char *getenv(const char *name);
long labs(long value);
ldiv_t ldiv(long numerator, long denominator);
long long llabs(long long value);
lldiv_t lldiv(long long numerator, long long denominator);
void *malloc(size_t size);
int mblen(const char *string, size_t size);
size_t mbstowcs(wchar_t *__restrict destination, const char *__restrict source, size_t size);
int mbtowc(wchar_t *__restrict destination, const char *__restrict source, size_t size);
int posix_memalign(void **block, size_t alignment, size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
__attribute__((__noreturn__)) void quick_exit(int status);
int rand(void);
int rand_r(unsigned *seed);
long random(void);
void *realloc(void *block, size_t size);
int setenv(const char *name, const char *value, int overwrite);
void srand(unsigned seed);
void srandom(unsigned seed);
double strtod(const char *__restrict string, char **__restrict end);
float strtof(const char *__restrict string, char **__restrict end);
long strtol(const char *__restrict string, char **__restrict end, int base);
long double strtold(const char *__restrict string, char **__restrict end);
long long strtoll(const char *__restrict string, char **__restrict end, int base);
unsigned long strtoul(const char *__restrict string, char **__restrict end, int base);
unsigned long long strtoull(const char *__restrict string, char **__restrict end, int base);
int system(const char *command);
int unsetenv(const char *name);
size_t wcstombs(char *__restrict destination, const wchar_t *__restrict source, size_t size);
int wctomb(char *destination, wchar_t c);

/* avr-libc's conversions, which its programs use instead of printf. */
#ifdef __AVR__
char *itoa(int value, char *string, int base);
char *ltoa(long value, char *string, int base);
char *utoa(unsigned value, char *string, int base);
char *ultoa(unsigned long value, char *string, int base);
char *dtostrf(double value, signed char width, unsigned char precision, char *string);
#endif

#ifdef __cplusplus
}
#endif
#endif
