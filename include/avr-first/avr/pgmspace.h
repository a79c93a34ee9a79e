/* Constants in program memory. Preempt has one address space, so reading one is a plain load. */
#ifndef PREEMPT_AVR_PGMSPACE_H
#define PREEMPT_AVR_PGMSPACE_H

#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What avr-libc's header is known by. */
#ifndef __PGMSPACE_H_
#define __PGMSPACE_H_ 1
#endif

#define PROGMEM __attribute__((section(".progmem.data")))
#define PROGMEM_FAR __attribute__((section(".progmemx.data")))
#define PGM_P const char *
#define PGM_VOID_P const void *
#define PSTR(text)                                                                                                     \
    (__extension__({                                                                                                   \
        static const char preempt_text[] PROGMEM = (text);                                                             \
        &preempt_text[0];                                                                                              \
    }))

typedef void prog_void;
typedef char prog_char;
typedef unsigned char prog_uchar;
typedef int8_t prog_int8_t;
typedef uint8_t prog_uint8_t;
typedef int16_t prog_int16_t;
typedef uint16_t prog_uint16_t;
typedef int32_t prog_int32_t;
typedef uint32_t prog_uint32_t;

typedef uint32_t uint_farptr_t;
typedef int32_t int_farptr_t;
#define pgm_get_far_address(object) ((uint_farptr_t)(uintptr_t) & (object))

/* C and C++ alike give the same names to the same addresses: a number that stands for one becomes a pointer first. */
#define PREEMPT_AVR_FLASH(type, address) (*(const type *)(uintptr_t)(address))

#define pgm_read_byte_near(address) PREEMPT_AVR_FLASH(uint8_t, address)
#define pgm_read_word_near(address) PREEMPT_AVR_FLASH(uint16_t, address)
#define pgm_read_dword_near(address) PREEMPT_AVR_FLASH(uint32_t, address)
#define pgm_read_qword_near(address) PREEMPT_AVR_FLASH(uint64_t, address)
#define pgm_read_float_near(address) PREEMPT_AVR_FLASH(float, address)
#define pgm_read_ptr_near(address) ((void *)PREEMPT_AVR_FLASH(void *const, address))
#define pgm_read_byte_far(address) pgm_read_byte_near(address)
#define pgm_read_word_far(address) pgm_read_word_near(address)
#define pgm_read_dword_far(address) pgm_read_dword_near(address)
#define pgm_read_float_far(address) pgm_read_float_near(address)
#define pgm_read_ptr_far(address) pgm_read_ptr_near(address)
#define pgm_read_byte(address) pgm_read_byte_near(address)
#define pgm_read_word(address) pgm_read_word_near(address)
#define pgm_read_dword(address) pgm_read_dword_near(address)
#define pgm_read_qword(address) pgm_read_qword_near(address)
#define pgm_read_float(address) pgm_read_float_near(address)
#define pgm_read_ptr(address) pgm_read_ptr_near(address)

#define memchr_P(where, value, size) memchr(where, value, size)
#define memcmp_P(a, b, size) memcmp(a, b, size)
#define memcpy_P(destination, source, size) memcpy(destination, source, size)
#define strcat_P(destination, source) strcat(destination, source)
#define strchr_P(string, value) strchr(string, value)
#define strcmp_P(a, b) strcmp(a, b)
#define strcpy_P(destination, source) strcpy(destination, source)
#define strlen_P(string) strlen(string)
#define strncat_P(destination, source, size) strncat(destination, source, size)
#define strncmp_P(a, b, size) strncmp(a, b, size)
#define strncpy_P(destination, source, size) strncpy(destination, source, size)
#define strrchr_P(string, value) strrchr(string, value)
#define strstr_P(string, needle) strstr(string, needle)
#define memcpy_PF(destination, source, size) memcpy(destination, (const void *)(uintptr_t)(source), size)
#define strcpy_PF(destination, source) strcpy(destination, (const char *)(uintptr_t)(source))
#define strlen_PF(string) strlen((const char *)(uintptr_t)(string))

#ifdef __cplusplus
extern "C" {
#endif
int strcasecmp_P(const char *a, const char *b);
int strncasecmp_P(const char *a, const char *b, size_t size);
size_t strlcpy_P(char *destination, const char *source, size_t size);
size_t strlcat_P(char *destination, const char *source, size_t size);
size_t strnlen_P(const char *string, size_t size);
int printf_P(const char *format, ...);
int puts_P(const char *string);
int sprintf_P(char *buffer, const char *format, ...);
int snprintf_P(char *buffer, size_t size, const char *format, ...);
#ifdef __cplusplus
}
#endif

#endif
