// The AVR families whose registers, bits and vectors are known: those of the boards that people have.

import { at90usb1286 } from './avr-devices/at90usb1286.js';
import { atmega8 } from './avr-devices/atmega8.js';
import { atmega16 } from './avr-devices/atmega16.js';
import { atmega32 } from './avr-devices/atmega32.js';
import { atmega32u4 } from './avr-devices/atmega32u4.js';
import { atmega128 } from './avr-devices/atmega128.js';
import { atmega328p } from './avr-devices/atmega328p.js';
import { atmega1284p } from './avr-devices/atmega1284p.js';
import { atmega2560 } from './avr-devices/atmega2560.js';
import { attiny13 } from './avr-devices/attiny13.js';
import { attiny84 } from './avr-devices/attiny84.js';
import { attiny85 } from './avr-devices/attiny85.js';
import { attiny88 } from './avr-devices/attiny88.js';
import { attiny861 } from './avr-devices/attiny861.js';
import { attiny2313 } from './avr-devices/attiny2313.js';
import type { AvrFamily } from './avr-family.js';

/** The first is what is assumed where nobody names a device. */
export const avrFamilies: readonly AvrFamily[] = [
  atmega328p,
  atmega1284p,
  atmega2560,
  atmega32u4,
  at90usb1286,
  atmega8,
  atmega16,
  atmega32,
  atmega128,
  attiny13,
  attiny84,
  attiny85,
  attiny88,
  attiny861,
  attiny2313,
];
