/* Whether an odd number of bits is set; avr-libc has it in assembly. */
#ifndef PREEMPT_UTIL_PARITY_H
#define PREEMPT_UTIL_PARITY_H

#include <stdint.h>

#define parity_even_bit(value) ((uint8_t)__builtin_parity((uint8_t)(value)))

#endif
