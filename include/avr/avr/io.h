/* Picks the register map of the microcontroller that -mmcu names. Without -mmcu it is the ATmega328P's. */
#ifndef PREEMPT_AVR_IO_H
#define PREEMPT_AVR_IO_H

#include <avr/sfr_defs.h>

#if defined __AVR_ATmega48__ || defined __AVR_ATmega48A__ || defined __AVR_ATmega48P__ || defined __AVR_ATmega48PA__ ||     \
    defined __AVR_ATmega88__ || defined __AVR_ATmega88A__ || defined __AVR_ATmega88P__ || defined __AVR_ATmega88PA__ ||     \
    defined __AVR_ATmega168__ || defined __AVR_ATmega168A__ || defined __AVR_ATmega168P__ ||                           \
    defined __AVR_ATmega168PA__ || defined __AVR_ATmega328__ || defined __AVR_ATmega328P__
#include <avr/iom328p.h>
#elif __AVR_ARCH__ + 0 == 0
#include <avr/iom328p.h>
#else
#error "Preempt's own avr/io.h knows the ATmega48/88/168/328 family only. Give the include directory of your avr-libc with -I or --sysroot, or choose -mmcu=atmega328p."
#include <avr/iom328p.h> /* keeps this one error the only one */
#endif

#endif
