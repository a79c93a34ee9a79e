/*
 * ATOMIC_BLOCK(how) { … } runs its body with interrupts masked. `how` declares a variable whose cleanup puts the
 * interrupt flag back, so that break, return and goto out of the block restore it as well.
 */
#ifndef PREEMPT_UTIL_ATOMIC_H
#define PREEMPT_UTIL_ATOMIC_H

#include <avr/interrupt.h>
#include <avr/io.h>

/* The flag is what a save took (SREG), so restoring is one store, after all accesses of the block. */
static inline __attribute__((unused)) void preempt_avr_restore(const uint8_t *status) {
    SREG = *status;
    __asm__ __volatile__("" ::: "memory");
}

static inline __attribute__((unused)) void preempt_avr_open(const uint8_t *unused) {
    (void)unused;
    sei();
}

static inline __attribute__((unused)) void preempt_avr_close(const uint8_t *unused) {
    (void)unused;
    cli();
}

static inline __attribute__((unused)) uint8_t preempt_avr_cli(void) {
    cli();
    return 1;
}

static inline __attribute__((unused)) uint8_t preempt_avr_sei(void) {
    sei();
    return 1;
}

#define ATOMIC_BLOCK(how) for (how, preempt_once = preempt_avr_cli(); preempt_once; preempt_once = 0)
#define NONATOMIC_BLOCK(how) for (how, preempt_once = preempt_avr_sei(); preempt_once; preempt_once = 0)

#define PREEMPT_AVR_AT_EXIT(function) __attribute__((__unused__, __cleanup__(function)))
#define ATOMIC_RESTORESTATE uint8_t preempt_status PREEMPT_AVR_AT_EXIT(preempt_avr_restore) = SREG
#define ATOMIC_FORCEON uint8_t preempt_status PREEMPT_AVR_AT_EXIT(preempt_avr_open) = 0
#define NONATOMIC_RESTORESTATE uint8_t preempt_status PREEMPT_AVR_AT_EXIT(preempt_avr_restore) = SREG
#define NONATOMIC_FORCEOFF uint8_t preempt_status PREEMPT_AVR_AT_EXIT(preempt_avr_close) = 0

#endif
