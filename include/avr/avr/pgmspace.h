/* Constants in program memory. Preempt has one address space, so reading one is a plain load. */
#ifndef PREEMPT_AVR_PGMSPACE_H
#define PREEMPT_AVR_PGMSPACE_H

#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PROGMEM __attribute__((section(".progmem.data")))
#define PGM_P const char *
#define PGM_VOID_P const void *
#define PSTR(text)                                                                                                     \
    (__extension__({                                                                                                   \
        static const char preempt_text[] PROGMEM = (text);                                                             \
        &preempt_text[0];                                                                                              \
    }))

#define pgm_read_byte(address) (*(const uint8_t *)(address))
#define pgm_read_word(address) (*(const uint16_t *)(address))
#define pgm_read_dword(address) (*(const uint32_t *)(address))
#define pgm_read_float(address) (*(const float *)(address))
#define pgm_read_ptr(address) (*(const void *const *)(address))
#define pgm_read_byte_near(address) pgm_read_byte(address)
#define pgm_read_word_near(address) pgm_read_word(address)
#define pgm_read_dword_near(address) pgm_read_dword(address)

#define memcpy_P(destination, source, size) memcpy(destination, source, size)
#define memcmp_P(a, b, size) memcmp(a, b, size)
#define strcpy_P(destination, source) strcpy(destination, source)
#define strncpy_P(destination, source, size) strncpy(destination, source, size)
#define strcat_P(destination, source) strcat(destination, source)
#define strcmp_P(a, b) strcmp(a, b)
#define strncmp_P(a, b, size) strncmp(a, b, size)
#define strlen_P(string) strlen(string)
#define strstr_P(string, needle) strstr(string, needle)

#endif
