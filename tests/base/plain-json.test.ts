// What went in comes out, also what JSON has no words for, and what looks like such a mark.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPlainJson, plainJson } from '../../src/base/plain-json.js';

it('keeps maps, large integers and numbers that are none', () => {
  const value = {
    map: new Map<unknown, unknown>([['a', new Map([[1, 2n ** 70n]])]]),
    numbers: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, -1.5],
    left: undefined,
  };
  const { left: _, ...kept } = value;
  expect(fromPlainJson(plainJson(value))).toStrictEqual(kept);
});

it('keeps any data, with members of any name', () => {
  const leaf = fc.oneof(fc.string(), fc.bigInt(), fc.integer(), fc.boolean(), fc.constant(null));
  const key = fc.oneof(fc.constant('$'), fc.constant('value'), fc.constant('__proto__'), fc.string());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => new Map(entries)),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(fromPlainJson(plainJson(value))).toEqual(value);
    }),
  );
});

const LONG = `{"$":"bigint","value":"${'9'.repeat(200_000)}"}`;

it('takes no mark that stands for nothing', () => {
  for (const text of ['{"$":"date"}', '{"$":"bigint","value":"x"}', '{"$":"map","value":3}', '{', LONG])
    expect(() => fromPlainJson(text)).toThrow();
});

it('changes nothing but what it gives', () => {
  for (const text of [
    '{"__proto__":{"isBad":true}}',
    '{"constructor":{"prototype":{"isBad":true}}}',
    '{"$":"object","value":[["__proto__",{"isBad":true}]]}',
    '{"$":"map","value":[["__proto__",{"isBad":true}]]}',
  ])
    fromPlainJson(text);
  expect({}).not.toHaveProperty('isBad');
});

it('throws where it is too deep, and goes on', () => {
  expect(() => fromPlainJson(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).toThrow(RangeError);
});
