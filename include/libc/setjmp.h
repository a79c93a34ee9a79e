/* A jmp_buf large enough for every target; its content is the compiler's business. */
#ifndef PREEMPT_LIBC_SETJMP_H
#define PREEMPT_LIBC_SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

typedef long long jmp_buf[32];
typedef long long sigjmp_buf[40];

__attribute__((__returns_twice__)) int setjmp(jmp_buf environment);
__attribute__((__returns_twice__)) int _setjmp(jmp_buf environment);
__attribute__((__returns_twice__)) int sigsetjmp(sigjmp_buf environment, int save_mask);
__attribute__((__noreturn__)) void longjmp(jmp_buf environment, int value);
__attribute__((__noreturn__)) void _longjmp(jmp_buf environment, int value);
__attribute__((__noreturn__)) void siglongjmp(sigjmp_buf environment, int value);

#define setjmp(environment) setjmp(environment)

#ifdef __cplusplus
}
#endif
#endif
