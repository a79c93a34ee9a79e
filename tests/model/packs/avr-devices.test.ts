// The tables of AVR devices: what the pack and the headers make of them, and avr-libc as the referee where it is
// installed.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { avrFamilies } from '../../../src/model/packs/avr-devices.js';
import { packRegisters, registersOf, vectorsOf } from '../../../src/model/packs/avr-family.js';
import { share } from '../../share.js';

/** Where avr-libc contradicts the data sheet, or itself between two devices of a family. */
const disputed = /^(TWAM\d|TCNT4 .*)$/;

const include = fileURLToPath(new URL('../../../include', import.meta.url));

/** Several bits, in several registers, enable these: their own flags are taken to be on. */
const byMoreThanOneBit = /^(USB_GEN|USB_COM|PCINT)$/;

describe.each(avrFamilies.map((family) => [family.title, family] as const))('%s', (_, family) => {
  it('enables every vector by one bit, but those that have several', () => {
    const enabled = new Set(packRegisters(family).flatMap((r) => (r.kind === 'flags' ? Object.values(r.bits) : [])));
    const others = vectorsOf(family).flatMap(([name], n) =>
      name === undefined || enabled.has(n + 1) || byMoreThanOneBit.test(name) ? [] : [name],
    );
    expect(others).toEqual([]);
  });
});

describe('the headers', () => {
  it('are what the tables say', async () => {
    const script = '../../../scripts/avr-headers.mjs';
    const { avrHeaders } = (await import(script)) as { avrHeaders: () => Record<string, string> };
    for (const [name, text] of Object.entries(avrHeaders()))
      expect(readFileSync(join(include, name), 'utf8'), name).toBe(text);
  });
});

const hasAvrLibc = spawnSync('avr-gcc', ['-mmcu=atmega328p', '-E', '-x', 'c', '-'], {
  input: '#include <avr/io.h>\n',
}).status;
const devices = avrFamilies.flatMap((family) => Object.keys(family.devices).map((device) => [device, family] as const));

// Skipped without avr-gcc: the tables then have no referee.
describe.skipIf(hasAvrLibc !== 0)('avr-libc agrees', () => {
  it.each(share(devices, 20))('%s', (device, family) => {
    const { stdout } = spawnSync('avr-gcc', [`-mmcu=${device}`, '-E', '-dM', '-x', 'c', '-'], {
      input: '#include <avr/io.h>\n',
      encoding: 'utf8',
    });
    const macros = new Map(
      [...stdout.matchAll(/^#define (\w+) (.*)$/gm)].map(([, name, text]) => [name!, text!.trim()] as const),
    );
    const wrong: string[] = [];
    for (const [n, names] of vectorsOf(family).entries())
      for (const name of names) {
        const vector = /^_VECTOR\s*\((\d+)\)/.exec(macros.get(`${name}_vect`) ?? '')?.[1];
        if (vector !== undefined && Number(vector) !== n + 1) wrong.push(`${name} ${vector}`);
      }
    for (const { name, address, bytes, bits } of registersOf(family)) {
      const place = /^_SFR_(IO|MEM)(8|16)\s*\((0[xX][\da-fA-F]+)\)/.exec(macros.get(name) ?? '');
      if (place === null) continue;
      if (Number(place[3]) + (place[1] === 'IO' ? 0x20 : 0) !== address || Number(place[2]) !== 8 * bytes)
        wrong.push(`${name} ${place[0]}`);
      for (const [bit, all] of bits.entries())
        for (const each of all)
          if (/^\d$/.test(macros.get(each) ?? '') && Number(macros.get(each)) !== bit) wrong.push(each);
    }
    expect(wrong.filter((each) => !disputed.test(each))).toEqual([]);
  });
});
