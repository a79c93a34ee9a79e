/*
 * The watchdog. The timed sequence of the data sheet (the change bit and WDE first, the new value within four cycles,
 * masked meanwhile) is written as C: avr-libc's is assembly whose operands not every clang accepts.
 */
#ifndef PREEMPT_AVR_WDT_H
#define PREEMPT_AVR_WDT_H

#include <avr/io.h>
#include <stdint.h>

#define WDTO_15MS 0
#define WDTO_30MS 1
#define WDTO_60MS 2
#define WDTO_120MS 3
#define WDTO_250MS 4
#define WDTO_500MS 5
#define WDTO_1S 6
#define WDTO_2S 7
#define WDTO_4S 8
#define WDTO_8S 9

#define wdt_reset() __asm__ __volatile__("wdr" ::: "memory")

#if defined WDTCSR
#define PREEMPT_AVR_WDT WDTCSR
#elif defined WDTCR
#define PREEMPT_AVR_WDT WDTCR
#endif

#if defined WDCE
#define PREEMPT_AVR_WDT_CHANGE (uint8_t)(_BV(WDCE) | _BV(WDE))
#elif defined WDTOE
#define PREEMPT_AVR_WDT_CHANGE (uint8_t)(_BV(WDTOE) | _BV(WDE))
#endif

#if defined WDP3
#define PREEMPT_AVR_WDT_PRESCALER(timeout) (uint8_t)(((timeout) & 8 ? _BV(WDP3) : 0) | ((timeout) & 7))
#else
#define PREEMPT_AVR_WDT_PRESCALER(timeout) (uint8_t)((timeout) & 7)
#endif

#if defined PREEMPT_AVR_WDT && defined PREEMPT_AVR_WDT_CHANGE
static inline __attribute__((unused)) void wdt_enable(const uint8_t timeout) {
    const uint8_t status = SREG;
    __asm__ __volatile__("cli" ::: "memory");
    wdt_reset();
    PREEMPT_AVR_WDT = PREEMPT_AVR_WDT_CHANGE;
    PREEMPT_AVR_WDT = (uint8_t)(_BV(WDE) | PREEMPT_AVR_WDT_PRESCALER(timeout));
    SREG = status;
}

static inline __attribute__((unused)) void wdt_disable(void) {
    const uint8_t status = SREG;
    __asm__ __volatile__("cli" ::: "memory");
    wdt_reset();
    PREEMPT_AVR_WDT |= PREEMPT_AVR_WDT_CHANGE;
    PREEMPT_AVR_WDT = 0;
    SREG = status;
}
#else
void wdt_enable(uint8_t timeout);
void wdt_disable(void);
#endif

#endif
