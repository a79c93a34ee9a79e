// The headers of AVR devices that come with Preempt, include/avr/avr/, from the tables in
// src/model/packs/avr-devices/. Run it with `node scripts/avr-headers.mjs` after `npm run build`; a test compares.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { avrFamilies } from '../dist/model/packs/avr-devices.js';
import { registersOf, vectorsOf } from '../dist/model/packs/avr-family.js';

const hex = (value) => `0x${value.toString(16).padStart(2, '0')}`;
const constant = (name, value) => `#define ${name} ${value}`;

function header(family) {
  const guard = `PREEMPT_AVR_${family.header.toUpperCase()}_H`;
  const seen = new Set();
  const once = (name, text) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [text];
  };
  const registers = registersOf(family).flatMap(({ name, address, bytes, bits }) => [
    ...once(name, constant(name, `_SFR_MEM${8 * bytes}(${hex(address)})`)),
    ...bits.flatMap((names, bit) => names.flatMap((each) => once(each, constant(each, bit)))),
  ]);
  const others = (family.bits ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const vectors = vectorsOf(family).flatMap((names, n) =>
    names.flatMap((name) => [constant(`${name}_vect_num`, n + 1), constant(`${name}_vect`, `_VECTOR(${n + 1})`)]),
  );
  const sizes = Object.entries(family.devices).flatMap(([device, { flashEnd, ramStart, ramEnd, eepromEnd }], n) => [
    `#${n === 0 ? '' : 'el'}if defined ${deviceMacro(device)}`,
    constant('FLASHEND', hex(flashEnd)),
    constant('RAMSTART', hex(ramStart)),
    constant('RAMEND', hex(ramEnd)),
    constant('E2END', hex(eepromEnd)),
  ]);
  return [
    `/* ${family.title}: registers, bits and vectors. Made of a table by scripts/avr-headers.mjs. */`,
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '',
    ...registers,
    ...others.flatMap((word) => {
      const [name, bit] = word.split('=');
      return once(name, constant(name, bit));
    }),
    '',
    '/* __vector_N is entry N of the vector table, 0 is reset */',
    '#define _VECTOR(number) __vector_##number',
    ...vectors,
    constant(
      '_VECTORS_SIZE',
      (vectorsOf(family).length + 1) * (Object.values(family.devices)[0].flashEnd > 0x1fff ? 4 : 2),
    ),
    '',
    ...sizes,
    '#endif',
    constant('XRAMEND', 'RAMEND'),
    '',
    '#endif',
    '',
  ].join('\n');
}

/** `attiny85` → `__AVR_ATtiny85__` */
function deviceMacro(device) {
  const [, kind, rest] = /^at(mega|tiny|90)(.*)$/.exec(device);
  return kind === '90' ? `__AVR_AT90${rest.toUpperCase()}__` : `__AVR_AT${kind}${rest.toUpperCase()}__`;
}

function choice() {
  const cases = avrFamilies.flatMap((family, n) => {
    const devices = Object.keys(family.devices).map((device) => `defined ${deviceMacro(device)}`);
    return [`#${n === 0 ? '' : 'el'}if ${devices.join(' || \\\n    ')}`, `#include <avr/${family.header}.h>`];
  });
  return [
    '/* The header of the device that -mmcu names. Made of a table by scripts/avr-headers.mjs. */',
    ...cases,
    '#else',
    '/*',
    ' * Names that the device has in common with the ATmega328P stand for the same registers; their addresses are not',
    " * the device's, and nothing is concluded from them. What only the device has is missing: install avr-gcc with",
    ' * avr-libc, or give the include directory of an avr-libc with -I or --sysroot.',
    ' */',
    '#define PREEMPT_AVR_UNKNOWN_DEVICE 1',
    `#include <avr/${avrFamilies[0].header}.h>`,
    '#endif',
    '',
  ].join('\n');
}

/** Text by the path below include/. */
export function avrHeaders() {
  const headers = avrFamilies.map((family) => [`avr/avr/${family.header}.h`, header(family)]);
  return Object.fromEntries([...headers, ['avr/avr/device.h', choice()]]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../include/', import.meta.url));
  for (const [name, text] of Object.entries(avrHeaders())) writeFileSync(folder + name, text);
}
