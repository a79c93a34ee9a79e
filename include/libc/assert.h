/* assert calls __assert_fail, which Preempt knows. As the standard asks, the macro follows NDEBUG at each inclusion. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif

#ifndef PREEMPT_LIBC_ASSERT_H
#define PREEMPT_LIBC_ASSERT_H

#ifdef __cplusplus
extern "C" {
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && __STDC_VERSION__ < 202311L
#define static_assert _Static_assert
#endif

__attribute__((__noreturn__)) void __assert_fail(const char *condition, const char *file, unsigned line,
                                                 const char *function);

#ifdef __cplusplus
}
#endif
#endif
