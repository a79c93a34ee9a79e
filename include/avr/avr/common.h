/* What every AVR of the classic kind has: the status register, the stack pointer, and the bits of SREG. */
#ifndef PREEMPT_AVR_COMMON_H
#define PREEMPT_AVR_COMMON_H

#include <avr/sfr_defs.h>

#define SPL _SFR_MEM8(0x5d)
#define SPH _SFR_MEM8(0x5e)
#define SP _SFR_MEM16(0x5d)
#define SREG _SFR_MEM8(0x5f)
#define SREG_I 7
#define SREG_T 6
#define SREG_H 5
#define SREG_S 4
#define SREG_V 3
#define SREG_N 2
#define SREG_Z 1
#define SREG_C 0

/* The EEPROM's bits have other names on older devices. */
#if defined EEPE && !defined EEWE
#define EEWE EEPE
#endif
#if defined EEMPE && !defined EEMWE
#define EEMWE EEMPE
#endif

#endif
