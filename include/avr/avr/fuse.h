/* Fuses are settings of the programmer: they change nothing in the program. */
#ifndef PREEMPT_AVR_FUSE_H
#define PREEMPT_AVR_FUSE_H

#include <stdint.h>

typedef struct {
    uint8_t low, high, extended;
} __fuse_t;

#define FUSEMEM __attribute__((unused, section(".fuse")))
#define FUSES __fuse_t __fuse FUSEMEM

#endif
