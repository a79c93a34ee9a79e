/* How a special function register is written in C: a volatile byte or word at its data-space address. */
#ifndef PREEMPT_AVR_SFR_DEFS_H
#define PREEMPT_AVR_SFR_DEFS_H

#include <stdint.h>

#define __SFR_OFFSET 0x20

#define _MMIO_BYTE(address) (*(volatile uint8_t *)(address))
#define _MMIO_WORD(address) (*(volatile uint16_t *)(address))
#define _MMIO_DWORD(address) (*(volatile uint32_t *)(address))

#define _SFR_MEM8(address) _MMIO_BYTE(address)
#define _SFR_MEM16(address) _MMIO_WORD(address)
#define _SFR_IO8(io) _MMIO_BYTE((io) + __SFR_OFFSET)
#define _SFR_IO16(io) _MMIO_WORD((io) + __SFR_OFFSET)

#define _SFR_BYTE(sfr) (sfr)
#define _SFR_WORD(sfr) (sfr)
#define _SFR_ADDR(sfr) ((uint16_t) & (sfr))
#define _SFR_MEM_ADDR(sfr) _SFR_ADDR(sfr)
#define _SFR_IO_ADDR(sfr) (_SFR_ADDR(sfr) - __SFR_OFFSET)

#define _BV(bit) (1 << (bit))
#define bit_is_set(sfr, bit) ((sfr) & _BV(bit))
#define bit_is_clear(sfr, bit) (!((sfr) & _BV(bit)))
#define loop_until_bit_is_set(sfr, bit)                                                                                \
    do {                                                                                                               \
    } while (bit_is_clear(sfr, bit))
#define loop_until_bit_is_clear(sfr, bit)                                                                              \
    do {                                                                                                               \
    } while (bit_is_set(sfr, bit))

#endif
