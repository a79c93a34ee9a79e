#ifndef PREEMPT_AVR_SLEEP_H
#define PREEMPT_AVR_SLEEP_H

#include <avr/io.h>

/* Older devices have the bits in MCUCR, and some have no SM2. */
#if defined SMCR
#define PREEMPT_AVR_SLEEP SMCR
#else
#define PREEMPT_AVR_SLEEP MCUCR
#endif

#if defined SM2
#define PREEMPT_AVR_SM2 _BV(SM2)
#else
#define PREEMPT_AVR_SM2 0
#endif

#define SLEEP_MODE_IDLE 0
#define SLEEP_MODE_ADC _BV(SM0)
#define SLEEP_MODE_PWR_DOWN _BV(SM1)
#define SLEEP_MODE_PWR_SAVE (_BV(SM0) | _BV(SM1))
#define SLEEP_MODE_STANDBY (_BV(SM1) | PREEMPT_AVR_SM2)
#define SLEEP_MODE_EXT_STANDBY (_BV(SM0) | _BV(SM1) | PREEMPT_AVR_SM2)

#define set_sleep_mode(mode)                                                                                           \
    (PREEMPT_AVR_SLEEP = (uint8_t)((PREEMPT_AVR_SLEEP & ~(_BV(SM0) | _BV(SM1) | PREEMPT_AVR_SM2)) | (mode)))
#define sleep_enable() (PREEMPT_AVR_SLEEP |= (uint8_t)_BV(SE))
#define sleep_disable() (PREEMPT_AVR_SLEEP &= (uint8_t)~_BV(SE))
#define sleep_cpu() __asm__ __volatile__("sleep" ::: "memory")
#define sleep_mode()                                                                                                   \
    do {                                                                                                               \
        sleep_enable();                                                                                                \
        sleep_cpu();                                                                                                   \
        sleep_disable();                                                                                               \
    } while (0)
#define sleep_bod_disable()                                                                                            \
    do {                                                                                                               \
        MCUCR |= (uint8_t)(_BV(BODS) | _BV(BODSE));                                                                    \
        MCUCR = (uint8_t)((MCUCR & ~_BV(BODSE)) | _BV(BODS));                                                          \
    } while (0)

#endif
