#ifndef PREEMPT_AVR_EEPROM_H
#define PREEMPT_AVR_EEPROM_H

#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EEMEM __attribute__((section(".eeprom")))
#define eeprom_is_ready() bit_is_clear(EECR, EEWE)
#define eeprom_busy_wait()                                                                                             \
    do {                                                                                                               \
    } while (!eeprom_is_ready())

uint8_t eeprom_read_byte(const uint8_t *address);
uint16_t eeprom_read_word(const uint16_t *address);
uint32_t eeprom_read_dword(const uint32_t *address);
float eeprom_read_float(const float *address);
void eeprom_read_block(void *destination, const void *address, size_t size);
void eeprom_write_byte(uint8_t *address, uint8_t value);
void eeprom_write_word(uint16_t *address, uint16_t value);
void eeprom_write_dword(uint32_t *address, uint32_t value);
void eeprom_write_float(float *address, float value);
void eeprom_write_block(const void *source, void *address, size_t size);
void eeprom_update_byte(uint8_t *address, uint8_t value);
void eeprom_update_word(uint16_t *address, uint16_t value);
void eeprom_update_dword(uint32_t *address, uint32_t value);
void eeprom_update_float(float *address, float value);
void eeprom_update_block(const void *source, void *address, size_t size);

#ifdef __cplusplus
}
#endif
#endif
