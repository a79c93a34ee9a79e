/*
 * ISR(vector) defines the function __vector_N with the attribute `signal`; sei and cli are the instructions, with a
 * memory clobber, so that the compiler keeps accesses on their side.
 */
#ifndef PREEMPT_AVR_INTERRUPT_H
#define PREEMPT_AVR_INTERRUPT_H

#include <avr/io.h>

#define sei() __asm__ __volatile__("sei" ::: "memory")
#define cli() __asm__ __volatile__("cli" ::: "memory")
#define reti() __asm__ __volatile__("reti" ::: "memory")

#ifdef __cplusplus
#define PREEMPT_AVR_C extern "C"
#else
#define PREEMPT_AVR_C
#endif

/* Interrupts stay masked in an ISR, unless it says ISR_NOBLOCK: then the attribute `interrupt` opens them at once. */
#define ISR_BLOCK
#define ISR_NOBLOCK __attribute__((interrupt))
#define ISR_NAKED __attribute__((annotate("preempt.naked")))
#define ISR_FLATTEN __attribute__((flatten))
#define ISR_NOICF
#define ISR_ALIASOF(vector) PREEMPT_AVR_ALIAS(vector)
#define PREEMPT_AVR_ALIAS(vector) __attribute__((alias(#vector)))

#define ISR(vector, ...)                                                                                               \
    PREEMPT_AVR_C void vector(void) __attribute__((signal, used)) __VA_ARGS__;                                         \
    PREEMPT_AVR_C void vector(void)

#define SIGNAL(vector) ISR(vector)

#define EMPTY_INTERRUPT(vector)                                                                                        \
    PREEMPT_AVR_C void vector(void) __attribute__((signal, used));                                                     \
    PREEMPT_AVR_C void vector(void) {}

#define ISR_ALIAS(vector, target)                                                                                      \
    PREEMPT_AVR_C void vector(void) __attribute__((signal, used)) PREEMPT_AVR_ALIAS(target)

#define BADISR_vect __vector_default

#endif
