// C on a machine whose int has 16 bits: each expression is executed on IR for avr and compared with the value that the
// C standard gives it, worked out by hand. Operands are variables, so that nothing is folded by the compiler.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/check.js';
import { type MachineResult, runOnMachine, type Way, ways } from './sequential.js';

const declarations = `
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
void out(unsigned long long value);

unsigned char uc = 200;
signed char sc = -100;
char letter = 'A';
int most = 32767;
int minus = -1;
int three_hundred = 300;
unsigned all = 65535u;
unsigned short us = 65535;
uint8_t one8 = 1, two8 = 2;
uint16_t one16 = 1, two16 = 2;
long l = -70000;
unsigned long ul = 100000ul;
long long ll = 1;
float real = -3.9f;
int array[10];
struct { unsigned a : 9; unsigned b : 7; } bits = {511, 100};
struct { unsigned whole : 16; int s : 5; unsigned char small : 3; } more = {0, 0, 7};

static long widened(long value) { return value; }
static unsigned narrowed(unsigned value) { return value; }
static unsigned char byte_of(int value) { return value; }
static unsigned wraps(void) {
  unsigned count = 0;
  for (unsigned i = 65530u; i >= 10u; i++) count++;
  return count;
}
static int chosen(unsigned char value) {
  switch ((unsigned char)(value + 56)) {
    case 0: return 1;
    default: return 2;
  }
}
static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  total += va_arg(list, int);
  total += va_arg(list, unsigned);
  total += va_arg(list, long);
  va_end(list);
  return total;
}
static unsigned char add8(unsigned char x, int y) { x += y; return x; }
static signed char subtract8(signed char x, int y) { x -= y; return x; }
static unsigned shift16(unsigned x) { x <<= 1; return x; }
static unsigned overflow9(void) { bits.a = 511; bits.a += 2; return bits.a; }
static int signed5(int value) { more.s = value; return more.s; }
static unsigned little(void) { unsigned char bytes[2]; memcpy(bytes, &three_hundred, 2); return bytes[0]; }
`;

/** An expression, its value, and why. */
const facts: readonly (readonly [expression: string, value: bigint | number, why: string])[] = [
  ['sizeof(int)', 2, 'int has 16 bits'],
  ['sizeof(long)', 4, ''],
  ['sizeof(long long)', 8, ''],
  ['sizeof(void *)', 2, 'data addresses have 16 bits'],
  ['sizeof(size_t)', 2, ''],
  ["sizeof('A')", 2, 'a character constant is an int'],
  ['sizeof(32767)', 2, 'the largest int'],
  ['sizeof(32768)', 4, 'no int, so a long'],
  ['sizeof(0x8000)', 2, 'hexadecimal: unsigned int comes before long'],
  ['sizeof(0x10000)', 4, ''],
  ['sizeof(-32768)', 4, 'minus a long'],
  ['sizeof(uc + uc)', 2, 'promoted to int'],
  ['sizeof(uc + l)', 4, ''],
  ['all + 1u', 0, 'unsigned int wraps at 65536'],
  ['all * all', 1, '65535² = 65534·65536 + 1'],
  ['all + 1l', 65536, 'long holds every unsigned int'],
  ['most + 1u', 32768, 'computed as unsigned int'],
  ['(long)most + 1', 32768, ''],
  ['(unsigned)three_hundred * 300u', 24464, '90000 − 65536'],
  ['three_hundred * 300l', 90000, ''],
  ['ul * all', 2258532704n, '100000·65535 − 2^32'],
  ['uc + uc', 400, 'unsigned char is promoted to int'],
  ['(unsigned char)(uc + uc)', 144, '400 − 256'],
  ['(unsigned)uc * uc', 40000, 'would overflow int'],
  ['uc << 7', 25600, 'fits an int'],
  ['(unsigned)uc << 9', 36864, '102400 − 65536'],
  ['~uc', -201, 'of the int 200'],
  ['(unsigned char)~uc', 55, '255 − 200'],
  ['~uc >> 1', -101, '−201 shifted arithmetically'],
  ['us + 1', 0, 'unsigned short is as wide as int: promoted to unsigned int'],
  ['us * us', 1, 'so this is unsigned as well'],
  ['one16 - two16 < 0', 0, 'uint16_t is unsigned int here'],
  ['one8 - two8 < 0', 1, 'uint8_t is promoted to int'],
  ['one16 - two16', 65535, ''],
  ['one8 - two8', -1, ''],
  ['minus == all', 1, '−1 becomes 65535'],
  ['minus < 1u', 0, '65535 < 1'],
  ['minus < uc', 1, 'int against int'],
  ['-1l < all', 1, 'unsigned int fits long'],
  ['l < ul', 0, 'long becomes unsigned long: 4294897296'],
  ['minus < sizeof(int)', 0, 'size_t is unsigned'],
  ['(long)(uc ? minus : all)', 65535, 'the common type is unsigned int'],
  ['uc ? minus : 0l', -1, 'the common type is long'],
  ['(int)all', -1, ''],
  ['(int)40000u + 0', -25536, '40000 − 65536'],
  ['(int)l', -4464, '−70000 + 65536'],
  ['(unsigned)l', 61072, '−70000 + 131072'],
  ['narrowed(l)', 61072, 'the same by a parameter'],
  ['widened(all)', 65535, 'zero-extended'],
  ['widened(minus)', -1, 'sign-extended'],
  ['(unsigned)sc', 65436, '65536 − 100'],
  ['(unsigned long)sc', 4294967196n, '2^32 − 100'],
  ['(unsigned char)sc', 156, '256 − 100'],
  ['sc + uc', 100, ''],
  ['sc >> 1', -50, ''],
  ['letter + uc', 265, ''],
  ['byte_of(letter + uc)', 9, '265 − 256'],
  ['all >> 15', 1, ''],
  ['minus >> 15', -1, 'arithmetic'],
  ['(unsigned)minus >> 1', 32767, 'logical'],
  ['(uint32_t)all << 16', 4294901760n, '65535·65536'],
  ['all / 3', 21845, ''],
  ['minus / 2', 0, 'towards zero'],
  ['minus % 2', -1, 'the sign of the dividend'],
  ['(unsigned)minus % 10', 5, '65535 mod 10'],
  ['ll << 40', 1099511627776n, 'long long has 64 bits'],
  ['wraps()', 6, '65530 … 65535, then 0'],
  ['chosen(uc)', 1, '256 becomes 0'],
  ['add8(uc, 100)', 44, '300 − 256'],
  ['subtract8(sc, 100)', 56, '−200 + 256'],
  ['shift16(all)', 65534, ''],
  ['bits.a + 1', 512, 'a bit-field of 9 bits is promoted to int'],
  ['bits.b', 100, 'its neighbour'],
  ['overflow9()', 1, '513 mod 512'],
  ['bits.b + 0', 100, 'its neighbour is untouched'],
  ['bits.a - 2 < 0', 1, '1 − 2 in int'],
  ['more.whole - 1 < 0', 0, '16 bits wide: unsigned int'],
  ['more.whole - 1', 65535, ''],
  ['signed5(17)', -15, '17 − 32'],
  ['more.small + 1', 8, ''],
  ['&array[7] - &array[2]', 5, ''],
  ['(char *)&array[7] - (char *)&array[2]', 10, 'two bytes each'],
  ['(uintptr_t)&array[3] - (uintptr_t)&array[0]', 6, ''],
  ['sum(3, sc, all, l)', -4565, '−100 + 65535 − 70000'],
  ['(int)real', -3, 'towards zero'],
  ['(unsigned)(real * -1000.0f)', 3900, ''],
  ['(long)((float)all * 2.0f)', 131070, ''],
  ['little()', 44, '300 − 256: the low byte comes first'],
];

const directory = mkdtempSync(join(tmpdir(), 'preempt-avr-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(Object.keys(ways) as Way[])('int has 16 bits on avr, %s', (way) => {
  let result: MachineResult;

  beforeAll(async () => {
    const file = join(directory, 'facts.c');
    const calls = facts.map(([expression]) => `  out((unsigned long long)(long long)(${expression}));\n`);
    writeFileSync(file, `${declarations}\nint main(void) {\n${calls.join('')}  return 0;\n}\n`);
    const loaded = await loadProgram({ paths: [file], target: 'avr', clang: 'embedded', cache: false });
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics, undefined, 2));
    result = runOnMachine(loaded.value.program, way);
  });

  it('runs to the end', () => {
    expect(result).toMatchObject({ kind: 'ran' });
    expect(result.values).toHaveLength(facts.length);
  });

  it.each(facts.map((fact, index) => [...fact, index] as const))('%s is %i', (_expression, value, _why, index) => {
    expect(BigInt.asIntN(64, result.values[index]!)).toBe(BigInt(value));
  });
});
