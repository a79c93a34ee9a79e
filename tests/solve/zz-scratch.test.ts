import { Evaluator } from '../../src/solve/evaluate.js';
import { type Term, Terms } from '../../src/solve/term.js';
import { operations } from './operations.js';
import { Random } from './random.js';

const r = new Random(1);
let bad = 0;
const t0 = performance.now();
for (let round = 0; round < 400; round++) {
  const t = new Terms();
  for (let i = 0; i < 200; i++) {
    const op = r.pick(operations);
    const width = r.chance(12) ? 128 : 1 + r.below(64);
    if (op.widths && !op.widths(width)) continue;
    const vals = op.operands.map((k) => r.bits(k === 'bit' ? 1 : width));
    const map = new Map<Term, bigint>();
    const args = op.operands.map((k, j) => {
      const w = k === 'bit' ? 1 : width;
      const mode = r.below(3);
      if (mode === 0) return t.constant(w, vals[j]!);
      if (mode === 1 || w < 3) {
        const v = t.variable(w);
        map.set(v, vals[j]!);
        return v;
      }
      // extended or cut
      const n = 1 + r.below(w - 1);
      const v = t.variable(n);
      if (r.chance(2)) {
        map.set(v, BigInt.asUintN(n, vals[j]!));
        vals[j] = BigInt.asUintN(n, vals[j]!);
        return t.zext(v, w);
      }
      map.set(v, BigInt.asUintN(n, vals[j]!));
      vals[j] = BigInt.asUintN(w, BigInt.asIntN(n, vals[j]!));
      return t.sext(v, w);
    });
    const got = new Evaluator(t, (v) => map.get(v)!).bigint(op.build(t, width, args));
    const want = BigInt.asUintN(op.result === 'bit' ? 1 : width, op.expected(width, vals));
    if (got !== want && bad++ < 10) console.log(op.name, width, vals, got, want);
  }
}
console.log('bad', bad, performance.now() - t0);

import { test } from 'vitest';
test('x', () => {});
