// Variable arguments arrive as they were passed, whichever clang wrote the call: in registers, on the stack, in
// between.

import { describe, expect, it } from 'vitest';
import { nativeClangs } from '../../native-clangs.js';
import { compileUnit, programOf, runOnMachine, type Way, ways } from '../sequential.js';

const text = `
#include <stdarg.h>
void out(unsigned long long value);
typedef struct { __int128 wide; char last; } record;
typedef struct { long first, second; } __attribute__((aligned(16))) pair;
typedef struct { int number; double ratio; } mixed;

static void integers(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  for (int n = 0; n < count; n++) out(va_arg(list, int));
  out(va_arg(again, int));
  va_end(again);
  va_end(list);
}

/* The letters tell what comes: i int, w __int128, d double, l long double, p pair, r record, m mixed. */
static void take(const char *letters, ...) {
  va_list list;
  va_start(list, letters);
  for (; *letters; letters++) {
    switch (*letters) {
      case 'i': out(va_arg(list, int)); break;
      case 'w': { __int128 w = va_arg(list, __int128); out(w >> 64); out(w); break; }
      case 'd': out(va_arg(list, double)); break;
      case 'l': out(va_arg(list, long double)); break;
      case 'p': { pair p = va_arg(list, pair); out(p.first); out(p.second); break; }
      case 'r': { record r = va_arg(list, record); out(r.wide); out(r.last); break; }
      case 'm': { mixed m = va_arg(list, mixed); out(m.number); out(m.ratio); break; }
    }
  }
  va_end(list);
}

static __int128 wide(long high, long low) { return ((__int128)high << 64) + low; }

void of_one_kind(void) { integers(9, 1, 2, 3, 4, 5, 6, 7, 8, 9); }
void wide_in_registers(void) { take("iwi", 1, wide(2, 3), 4); }
void wide_on_the_stack(void) { take("iiiiiiwi", 1, 2, 3, 4, 5, 6, wide(7, 8), 9); }
void wide_beside_the_last_register(void) { take("iiiiwiw", 1, 2, 3, 4, wide(5, 6), 7, wide(8, 9)); }
void floats(void) { take("didddddddd", 1.0, 2, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0); }
void records(void) {
  record r = {wide(0, 5), 6};
  pair p = {7, 8};
  mixed m = {9, 10.0};
  take("iriprmipm", 1, r, 2, p, r, m, 3, p, m);
}
`;

const expected: Readonly<Record<string, readonly number[]>> = {
  of_one_kind: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
  wide_in_registers: [1, 2, 3, 4],
  wide_on_the_stack: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  wide_beside_the_last_register: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  floats: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  records: [1, 5, 6, 2, 7, 8, 5, 6, 9, 10, 3, 7, 8, 9, 10],
};

const clangs = [
  { name: 'the embedded clang', clang: 'embedded' as const },
  ...nativeClangs().map(({ name, path }) => ({ name, clang: { path } })),
];

describe.each(clangs)('variable arguments by $name', ({ clang }) => {
  it('arrive as they were passed', async () => {
    const module = await compileUnit(text, clang);
    for (const way of Object.keys(ways) as Way[])
      for (const [entry, values] of Object.entries(expected))
        expect(runOnMachine(programOf(module, entry), way), `${entry}, ${way}`).toMatchObject({
          kind: 'ran',
          values: values.map(BigInt),
        });
  });
});
