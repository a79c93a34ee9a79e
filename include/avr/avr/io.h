/* The registers of the device that -mmcu names, and those that every AVR of the classic kind has. */
#ifndef PREEMPT_AVR_IO_H
#define PREEMPT_AVR_IO_H

#include <avr/sfr_defs.h>
#include <avr/device.h>
#include <avr/common.h>

#endif
