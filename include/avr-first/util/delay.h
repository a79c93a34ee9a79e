/* Delays. Time does not exist in the analysis, so they do nothing. */
#ifndef PREEMPT_UTIL_DELAY_H
#define PREEMPT_UTIL_DELAY_H

#include <stdint.h>

static inline __attribute__((unused)) void _delay_ms(double milliseconds) { (void)milliseconds; }
static inline __attribute__((unused)) void _delay_us(double microseconds) { (void)microseconds; }
static inline __attribute__((unused)) void _delay_loop_1(uint8_t count) { (void)count; }
static inline __attribute__((unused)) void _delay_loop_2(uint16_t count) { (void)count; }
#define __builtin_avr_delay_cycles(cycles) ((void)(cycles))

#endif
