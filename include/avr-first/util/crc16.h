/* Check sums, as their polynomials define them; avr-libc has them in assembly. */
#ifndef PREEMPT_UTIL_CRC16_H
#define PREEMPT_UTIL_CRC16_H

#include <stdint.h>

#define PREEMPT_AVR_CRC static inline __attribute__((unused))

/* x^16 + x^15 + x^2 + 1, the lowest bit first */
PREEMPT_AVR_CRC uint16_t _crc16_update(uint16_t crc, uint8_t data) {
    crc ^= data;
    for (uint8_t bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1);
    return crc;
}

/* x^16 + x^12 + x^5 + 1, the highest bit first */
PREEMPT_AVR_CRC uint16_t _crc_xmodem_update(uint16_t crc, uint8_t data) {
    crc = (uint16_t)(crc ^ (uint16_t)data << 8);
    for (uint8_t bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1);
    return crc;
}

/* The same, the lowest bit first */
PREEMPT_AVR_CRC uint16_t _crc_ccitt_update(uint16_t crc, uint8_t data) {
    crc ^= data;
    for (uint8_t bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1);
    return crc;
}

/* x^8 + x^5 + x^4 + 1, the lowest bit first */
PREEMPT_AVR_CRC uint8_t _crc_ibutton_update(uint8_t crc, uint8_t data) {
    crc ^= data;
    for (uint8_t bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 1 ? (crc >> 1) ^ 0x8c : crc >> 1);
    return crc;
}

/* x^8 + x^2 + x + 1, the highest bit first */
PREEMPT_AVR_CRC uint8_t _crc8_ccitt_update(uint8_t crc, uint8_t data) {
    crc ^= data;
    for (uint8_t bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1);
    return crc;
}

#endif
