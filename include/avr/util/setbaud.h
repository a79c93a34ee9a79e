/*
 * The divisor for the baud rate BAUD at F_CPU, by rounding; double speed where plain speed misses it by more than
 * BAUD_TOL percent. Included anew for each rate, so it has no guard, and it defines only macros.
 */
#ifndef F_CPU
#error "setbaud.h needs F_CPU"
#endif
#ifndef BAUD
#error "setbaud.h needs BAUD"
#endif
#ifndef BAUD_TOL
#define BAUD_TOL 2
#endif

#undef USE_2X
#undef UBRR_VALUE
#undef UBRRL_VALUE
#undef UBRRH_VALUE

#define PREEMPT_AVR_DIVISOR(samples) (((F_CPU) + (samples) / 2 * (BAUD)) / ((samples) * (BAUD)) - 1)
#define PREEMPT_AVR_RATE(samples) ((samples) * (PREEMPT_AVR_DIVISOR(samples) + 1))

#if 100 * (F_CPU) > PREEMPT_AVR_RATE(16UL) * (100 * (BAUD) + (BAUD) * (BAUD_TOL)) ||                                     \
    100 * (F_CPU) < PREEMPT_AVR_RATE(16UL) * (100 * (BAUD) - (BAUD) * (BAUD_TOL))
#define USE_2X 1
#define UBRR_VALUE PREEMPT_AVR_DIVISOR(8UL)
#else
#define USE_2X 0
#define UBRR_VALUE PREEMPT_AVR_DIVISOR(16UL)
#endif

#define UBRRL_VALUE (UBRR_VALUE & 0xff)
#define UBRRH_VALUE (UBRR_VALUE >> 8)
