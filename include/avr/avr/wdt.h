#ifndef PREEMPT_AVR_WDT_H
#define PREEMPT_AVR_WDT_H

#include <avr/io.h>

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

/* The timed sequence of the datasheet: WDCE and WDE first, the new value within four cycles; masked meanwhile. */
static inline void wdt_enable(const uint8_t timeout) {
    const uint8_t prescaler = (uint8_t)((timeout & 8 ? _BV(WDP3) : 0) | (timeout & 7));
    const uint8_t status = SREG;
    __asm__ __volatile__("cli" ::: "memory");
    wdt_reset();
    WDTCSR = (uint8_t)(_BV(WDCE) | _BV(WDE));
    WDTCSR = (uint8_t)(_BV(WDE) | prescaler);
    SREG = status;
}

static inline void wdt_disable(void) {
    const uint8_t status = SREG;
    __asm__ __volatile__("cli" ::: "memory");
    wdt_reset();
    WDTCSR |= (uint8_t)(_BV(WDCE) | _BV(WDE));
    WDTCSR = 0;
    SREG = status;
}

#endif
