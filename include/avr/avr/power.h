#ifndef PREEMPT_AVR_POWER_H
#define PREEMPT_AVR_POWER_H

#include <avr/io.h>

#if defined PRR0 && !defined PRR
#define PREEMPT_AVR_PRR PRR0
#else
#define PREEMPT_AVR_PRR PRR
#endif
#define PREEMPT_AVR_POWER_ON(bits) (PREEMPT_AVR_PRR &= (uint8_t)~(bits))
#define PREEMPT_AVR_POWER_OFF(bits) (PREEMPT_AVR_PRR |= (uint8_t)(bits))

#define power_adc_enable() PREEMPT_AVR_POWER_ON(_BV(PRADC))
#define power_adc_disable() PREEMPT_AVR_POWER_OFF(_BV(PRADC))
#define power_spi_enable() PREEMPT_AVR_POWER_ON(_BV(PRSPI))
#define power_spi_disable() PREEMPT_AVR_POWER_OFF(_BV(PRSPI))
#define power_twi_enable() PREEMPT_AVR_POWER_ON(_BV(PRTWI))
#define power_twi_disable() PREEMPT_AVR_POWER_OFF(_BV(PRTWI))
#define power_usart0_enable() PREEMPT_AVR_POWER_ON(_BV(PRUSART0))
#define power_usart0_disable() PREEMPT_AVR_POWER_OFF(_BV(PRUSART0))
#define power_timer0_enable() PREEMPT_AVR_POWER_ON(_BV(PRTIM0))
#define power_timer0_disable() PREEMPT_AVR_POWER_OFF(_BV(PRTIM0))
#define power_timer1_enable() PREEMPT_AVR_POWER_ON(_BV(PRTIM1))
#define power_timer1_disable() PREEMPT_AVR_POWER_OFF(_BV(PRTIM1))
#define power_timer2_enable() PREEMPT_AVR_POWER_ON(_BV(PRTIM2))
#define power_timer2_disable() PREEMPT_AVR_POWER_OFF(_BV(PRTIM2))

#define PREEMPT_AVR_POWER_ALL                                                                                          \
    (_BV(PRADC) | _BV(PRSPI) | _BV(PRTWI) | _BV(PRUSART0) | _BV(PRTIM0) | _BV(PRTIM1) | _BV(PRTIM2))
#define power_all_enable() PREEMPT_AVR_POWER_ON(PREEMPT_AVR_POWER_ALL)
#define power_all_disable() PREEMPT_AVR_POWER_OFF(PREEMPT_AVR_POWER_ALL)

typedef enum {
    clock_div_1 = 0,
    clock_div_2 = 1,
    clock_div_4 = 2,
    clock_div_8 = 3,
    clock_div_16 = 4,
    clock_div_32 = 5,
    clock_div_64 = 6,
    clock_div_128 = 7,
    clock_div_256 = 8
} clock_div_t;

#if defined CLKPR
/* CLKPCE first, the divisor within four cycles; masked meanwhile. */
static inline void clock_prescale_set(clock_div_t divisor) {
    const uint8_t status = SREG;
    __asm__ __volatile__("cli" ::: "memory");
    CLKPR = (uint8_t)_BV(CLKPCE);
    CLKPR = (uint8_t)divisor;
    SREG = status;
}
#define clock_prescale_get() ((clock_div_t)(CLKPR & 0x0F))
#endif

#endif
