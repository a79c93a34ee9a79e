// Arrays with symbolic indices against a plain Uint8Array, and the solver's view of them.

import { expect, test, vi } from 'vitest';
import { Arrays, type ByteArray } from '../../src/solve/array.js';
import { Evaluator } from '../../src/solve/evaluate.js';
import { Query } from '../../src/solve/query.js';
import { type Term, Terms } from '../../src/solve/term.js';
import { loadCadical } from './loaded-cadical.js';
import { Random } from './random.js';

const full = process.env.PREEMPT_FULL === '1';
if (full) vi.setConfig({ testTimeout: 3_600_000 });

/** What the array should hold; bytes never seen are learnt from the first read. */
type Shadow = (number | undefined)[];

class History {
  readonly t = new Terms();
  readonly arrays = new Arrays(this.t);
  readonly values = new Map<Term, number>();
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** A constant or a variable (aligned, if asked) with a known value. */
  index(size: number, align: number): [Term, number] {
    const value = this.random.below(Math.floor(size / align)) * align;
    if (this.random.chance(3)) return [this.t.constant(16, value), value];
    const variable = this.t.variable(14);
    this.values.set(variable, value / align);
    return [this.t.mul(this.t.zext(variable, 16), this.t.constant(16, align)), value];
  }

  byte(width = 8): [Term, number] {
    const value = this.random.below(2 ** Math.min(width, 31));
    if (this.random.chance(2)) return [this.t.constant(width, value), value];
    const variable = this.t.variable(width);
    this.values.set(variable, value);
    return [variable, value];
  }

  read(array: ByteArray, shadow: Shadow): void {
    const align = this.random.pick([1, 4]);
    const [index, at] = this.index(array.size, align);
    const word = this.arrays.readWord(array, index, align);
    const actual = new Evaluator(this.t, (v) => this.values.get(v) ?? this.invent(v)).number(word);
    for (let i = 0; i < align; i++) {
      const byte = (actual >>> (8 * i)) & 255;
      shadow[at + i] ??= byte;
      expect(byte).toBe(shadow[at + i]);
    }
  }

  write(array: ByteArray, shadow: Shadow): ByteArray {
    const align = this.random.pick([1, 4]);
    const [index, at] = this.index(array.size, align);
    const [word, value] = this.byte(8 * align);
    const [condition, holds] = this.random.chance(3) ? this.byte(1) : [this.t.constant(1, 1), 1];
    if (holds === 1) for (let i = 0; i < align; i++) shadow[at + i] = (value >>> (8 * i)) & 255;
    else for (let i = 0; i < align; i++) this.learn(array, shadow, at + i);
    return this.arrays.writeWord(array, index, word, false, condition);
  }

  learn(array: ByteArray, shadow: Shadow, at: number): void {
    const byte = this.arrays.read(array, this.t.constant(16, at));
    shadow[at] ??= new Evaluator(this.t, (v) => this.values.get(v) ?? this.invent(v)).number(byte);
  }

  /** A fixed random value for a variable that the array invented. */
  invent(variable: Term): number {
    const value = this.random.below(256);
    this.values.set(variable, value);
    return value;
  }
}

test('random histories of writes, merges and reads agree with a plain array', () => {
  const random = new Random(21);
  for (let round = 0; round < (full ? 1500 : 60); round++) {
    const h = new History(random);
    const size = random.pick([4, 16, 60, 64, 68, 200, 1024, 2000]);
    let array = h.arrays.arbitrary(size, 'a');
    let shadow: Shadow = new Array(size).fill(undefined);
    if (random.chance(3)) {
      array = h.arrays.filled(size, h.t.constant(8, 7));
      shadow = new Array(size).fill(7);
    }
    for (let step = 0; step < 40; step++) {
      const action = random.below(10);
      if (action < 4) h.read(array, shadow);
      else if (action < 8) array = h.write(array, shadow);
      else {
        // Two continuations that meet again.
        const leftShadow = [...shadow];
        const rightShadow = [...shadow];
        const left = h.write(array, leftShadow);
        const right = h.write(h.write(array, rightShadow), rightShadow);
        const [condition, holds] = h.byte(1);
        array = h.arrays.choose(condition, left, right);
        shadow = holds === 1 ? leftShadow : rightShadow;
      }
    }
  }
});

test('the solver knows that equal indices read equal bytes, of any size', async () => {
  const library = await loadCadical();
  for (const size of [8, 100, 100_000]) {
    const t = new Terms();
    const arrays = new Arrays(t);
    const array = arrays.arbitrary(size, 'a');
    const [i, j] = [t.variable(32, 'i'), t.variable(32, 'j')];
    const bound = t.constant(32, size);
    const query = new Query(t, () => library.create());
    query.assert(t.ult(i, bound));
    query.assert(t.ult(j, bound));
    const differ = t.ne(arrays.read(array, i), arrays.read(array, j));
    expect(query.check([differ]).kind).toBe('sat');
    expect(query.check([differ, t.eq(i, j)]).kind).toBe('unsat');
    const written = arrays.write(array, i, t.constant(8, 5));
    expect(query.check([t.ne(arrays.read(written, i), t.constant(8, 5))]).kind).toBe('unsat');
    const kept = t.eq(arrays.read(written, j), arrays.read(array, j));
    expect(query.check([t.not(kept), t.ne(i, j)]).kind).toBe('unsat');
    expect(query.check([t.not(kept)]).kind).toBe('sat');
    query.dispose();
  }
});

test('a chain of a hundred thousand writes is read without recursion', () => {
  const t = new Terms();
  const arrays = new Arrays(t);
  let array = arrays.filled(4096, t.constant(8, 0));
  const i = t.variable(12, 'i');
  for (let n = 0; n < 100_000; n++)
    array = arrays.write(array, t.add(i, t.constant(12, n % 4096)), t.constant(8, n % 251));
  const byte = arrays.read(array, t.constant(12, 100));
  expect(new Evaluator(t, () => 100).number(byte)).toBe(98304 % 251);
});

test('a word stored as bytes is the same word again', () => {
  const t = new Terms();
  const arrays = new Arrays(t);
  const x = t.variable(32, 'x');
  const y = t.variable(8, 'y');
  const at = t.constant(32, 4);
  const words = [x, t.add(x, t.constant(32, 1)), t.add(t.zext(y, 32), t.constant(32, 3)), t.zext(y, 32), t.not(x)];
  for (const word of words) {
    for (const bigEndian of [false, true]) {
      const array = arrays.writeWord(arrays.arbitrary(16, 'a'), at, word, bigEndian);
      expect(arrays.readWord(array, at, 4, bigEndian)).toBe(word);
    }
  }
});
