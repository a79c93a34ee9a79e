/*
 * The register map of the ATmega48/88/168/328. Where -mmcu names another device, names that it has in common with these
 * stand for the same registers; their addresses are not the device's, and nothing is concluded from them. What only the
 * other device has is missing: give the include directory of an avr-libc with -I or --sysroot.
 */
#ifndef PREEMPT_AVR_IO_H
#define PREEMPT_AVR_IO_H

#include <avr/sfr_defs.h>
#include <avr/iom328p.h>

#endif
