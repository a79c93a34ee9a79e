/* The header of the device that -mmcu names. Made of a table by scripts/avr-headers.mjs. */
#if defined __AVR_ATmega48__ || \
    defined __AVR_ATmega48A__ || \
    defined __AVR_ATmega48P__ || \
    defined __AVR_ATmega48PA__ || \
    defined __AVR_ATmega48PB__ || \
    defined __AVR_ATmega88__ || \
    defined __AVR_ATmega88A__ || \
    defined __AVR_ATmega88P__ || \
    defined __AVR_ATmega88PA__ || \
    defined __AVR_ATmega88PB__ || \
    defined __AVR_ATmega168__ || \
    defined __AVR_ATmega168A__ || \
    defined __AVR_ATmega168P__ || \
    defined __AVR_ATmega168PA__ || \
    defined __AVR_ATmega168PB__ || \
    defined __AVR_ATmega328__ || \
    defined __AVR_ATmega328P__
#include <avr/iom328p.h>
#elif defined __AVR_ATmega164A__ || \
    defined __AVR_ATmega164P__ || \
    defined __AVR_ATmega164PA__ || \
    defined __AVR_ATmega324A__ || \
    defined __AVR_ATmega324P__ || \
    defined __AVR_ATmega324PA__ || \
    defined __AVR_ATmega644__ || \
    defined __AVR_ATmega644A__ || \
    defined __AVR_ATmega644P__ || \
    defined __AVR_ATmega644PA__ || \
    defined __AVR_ATmega1284__ || \
    defined __AVR_ATmega1284P__
#include <avr/iom1284p.h>
#elif defined __AVR_ATmega640__ || \
    defined __AVR_ATmega1280__ || \
    defined __AVR_ATmega1281__ || \
    defined __AVR_ATmega2560__ || \
    defined __AVR_ATmega2561__
#include <avr/iom2560.h>
#elif defined __AVR_ATmega16U4__ || \
    defined __AVR_ATmega32U4__
#include <avr/iom32u4.h>
#elif defined __AVR_AT90USB646__ || \
    defined __AVR_AT90USB647__ || \
    defined __AVR_AT90USB1286__ || \
    defined __AVR_AT90USB1287__
#include <avr/iousb1286.h>
#elif defined __AVR_ATmega8__ || \
    defined __AVR_ATmega8A__
#include <avr/iom8.h>
#elif defined __AVR_ATmega16__ || \
    defined __AVR_ATmega16A__
#include <avr/iom16.h>
#elif defined __AVR_ATmega32__ || \
    defined __AVR_ATmega32A__
#include <avr/iom32.h>
#elif defined __AVR_ATmega64__ || \
    defined __AVR_ATmega64A__ || \
    defined __AVR_ATmega128__ || \
    defined __AVR_ATmega128A__
#include <avr/iom128.h>
#elif defined __AVR_ATtiny13__ || \
    defined __AVR_ATtiny13A__
#include <avr/iotn13.h>
#elif defined __AVR_ATtiny24__ || \
    defined __AVR_ATtiny24A__ || \
    defined __AVR_ATtiny44__ || \
    defined __AVR_ATtiny44A__ || \
    defined __AVR_ATtiny84__ || \
    defined __AVR_ATtiny84A__
#include <avr/iotn84.h>
#elif defined __AVR_ATtiny25__ || \
    defined __AVR_ATtiny45__ || \
    defined __AVR_ATtiny85__
#include <avr/iotn85.h>
#elif defined __AVR_ATtiny48__ || \
    defined __AVR_ATtiny88__
#include <avr/iotn88.h>
#elif defined __AVR_ATtiny261__ || \
    defined __AVR_ATtiny261A__ || \
    defined __AVR_ATtiny461__ || \
    defined __AVR_ATtiny461A__ || \
    defined __AVR_ATtiny861__ || \
    defined __AVR_ATtiny861A__
#include <avr/iotn861.h>
#elif defined __AVR_ATtiny2313__ || \
    defined __AVR_ATtiny2313A__ || \
    defined __AVR_ATtiny4313__
#include <avr/iotn2313.h>
#else
/*
 * Names that the device has in common with the ATmega328P stand for the same registers; their addresses are not
 * the device's, and nothing is concluded from them. What only the device has is missing: install avr-gcc with
 * avr-libc, or give the include directory of an avr-libc with -I or --sysroot.
 */
#define PREEMPT_AVR_UNKNOWN_DEVICE 1
#include <avr/iom328p.h>
#endif
