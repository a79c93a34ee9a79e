#ifndef PREEMPT_LIBC_STDIO_H
#define PREEMPT_LIBC_STDIO_H

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct preempt_file FILE;
typedef long fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 512
#define FILENAME_MAX 256
#define FOPEN_MAX 16
#define L_tmpnam 32
#define TMP_MAX 1024
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

#define PREEMPT_PRINTF(format, first) __attribute__((__format__(__printf__, format, first)))
#define PREEMPT_SCANF(format, first) __attribute__((__format__(__scanf__, format, first)))

PREEMPT_PRINTF(1, 2) int printf(const char *__restrict format, ...);
PREEMPT_PRINTF(2, 3) int fprintf(FILE *__restrict stream, const char *__restrict format, ...);
PREEMPT_PRINTF(2, 3) int sprintf(char *__restrict buffer, const char *__restrict format, ...);
PREEMPT_PRINTF(3, 4) int snprintf(char *__restrict buffer, size_t size, const char *__restrict format, ...);
PREEMPT_PRINTF(2, 3) int dprintf(int descriptor, const char *__restrict format, ...);
PREEMPT_PRINTF(1, 0) int vprintf(const char *__restrict format, __builtin_va_list arguments);
PREEMPT_PRINTF(2, 0) int vfprintf(FILE *__restrict stream, const char *__restrict format, __builtin_va_list arguments);
PREEMPT_PRINTF(2, 0) int vsprintf(char *__restrict buffer, const char *__restrict format, __builtin_va_list arguments);
PREEMPT_PRINTF(3, 0)
int vsnprintf(char *__restrict buffer, size_t size, const char *__restrict format, __builtin_va_list arguments);
PREEMPT_SCANF(1, 2) int scanf(const char *__restrict format, ...);
PREEMPT_SCANF(2, 3) int fscanf(FILE *__restrict stream, const char *__restrict format, ...);
PREEMPT_SCANF(2, 3) int sscanf(const char *__restrict text, const char *__restrict format, ...);
PREEMPT_SCANF(1, 0) int vscanf(const char *__restrict format, __builtin_va_list arguments);
PREEMPT_SCANF(2, 0) int vfscanf(FILE *__restrict stream, const char *__restrict format, __builtin_va_list arguments);
PREEMPT_SCANF(2, 0) int vsscanf(const char *__restrict text, const char *__restrict format, __builtin_va_list arguments);

#undef PREEMPT_PRINTF
#undef PREEMPT_SCANF

void clearerr(FILE *stream);
int fclose(FILE *stream);
FILE *fdopen(int descriptor, const char *mode);
int feof(FILE *stream);
int ferror(FILE *stream);
int fflush(FILE *stream);
int fgetc(FILE *stream);
int fgetpos(FILE *__restrict stream, fpos_t *__restrict position);
char *fgets(char *__restrict buffer, int size, FILE *__restrict stream);
int fileno(FILE *stream);
FILE *fopen(const char *__restrict path, const char *__restrict mode);
int fputc(int c, FILE *stream);
int fputs(const char *__restrict string, FILE *__restrict stream);
size_t fread(void *__restrict block, size_t size, size_t count, FILE *__restrict stream);
FILE *freopen(const char *__restrict path, const char *__restrict mode, FILE *__restrict stream);
int fseek(FILE *stream, long offset, int origin);
int fsetpos(FILE *stream, const fpos_t *position);
long ftell(FILE *stream);
size_t fwrite(const void *__restrict block, size_t size, size_t count, FILE *__restrict stream);
int getc(FILE *stream);
int getchar(void);
void perror(const char *text);
int putc(int c, FILE *stream);
int putchar(int c);
int puts(const char *string);
int remove(const char *path);
int rename(const char *from, const char *to);
void rewind(FILE *stream);
void setbuf(FILE *__restrict stream, char *__restrict buffer);
int setvbuf(FILE *__restrict stream, char *__restrict buffer, int mode, size_t size);
FILE *tmpfile(void);
char *tmpnam(char *name);
int ungetc(int c, FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
