// A circuit of and, xor, multiplexer and majority gates with structural hashing: equal gates are one gate, and
// constants, repeated and complementary inputs fold away. A literal is 2·gate + negation; gate 0 is the constant, so 0
// is false and 1 true. Majority and xor are gates of their own because adders are made of them, and their CNF is
// smaller than that of their and-inverter form.

import type { Id } from '../base/id.js';

export type Literal = Id<'literal'>;

export const LOW = 0 as Literal;
export const HIGH = 1 as Literal;

export const Gate = { input: 0, and: 1, xor: 2, mux: 3, majority: 4 } as const;
export type Gate = (typeof Gate)[keyof typeof Gate];

export function inverted(literal: Literal): Literal {
  return (literal ^ 1) as Literal;
}

export class Circuit {
  #kinds = new Uint8Array(1024);
  #a = new Int32Array(1024);
  #b = new Int32Array(1024);
  #c = new Int32Array(1024);
  /** Number of gates that use a gate, up to 2. */
  #uses = new Uint8Array(1024);
  #size = 1;
  #table = new Int32Array(4096).fill(-1);

  /** Number of gates, inputs and the constant included. */
  get size(): number {
    return this.#size;
  }
  kind(gate: number): Gate {
    return this.#kinds[gate] as Gate;
  }
  first(gate: number): Literal {
    return this.#a[gate]! as Literal;
  }
  second(gate: number): Literal {
    return this.#b[gate]! as Literal;
  }
  third(gate: number): Literal {
    return this.#c[gate]! as Literal;
  }
  isShared(gate: number): boolean {
    return this.#uses[gate]! > 1;
  }

  input(): Literal {
    return (this.#append(Gate.input, 0, 0, 0) * 2) as Literal;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === b || b === HIGH) return a;
    if (a === HIGH) return b;
    if (a === LOW || b === LOW || (a ^ b) === 1) return LOW;
    const known = this.#absorb(a, b);
    if (known >= 0) return known as Literal;
    return a < b ? this.#gate(Gate.and, a, b, 0) : this.#gate(Gate.and, b, a, 0);
  }

  or(a: Literal, b: Literal): Literal {
    return inverted(this.and(inverted(a), inverted(b)));
  }

  xor(a: Literal, b: Literal): Literal {
    const negation = (a ^ b) & 1;
    const x = (a & ~1) as Literal;
    const y = (b & ~1) as Literal;
    if (x === y) return negation as Literal;
    if (x === LOW) return (y ^ negation) as Literal;
    if (y === LOW) return (x ^ negation) as Literal;
    const gate = x < y ? this.#gate(Gate.xor, x, y, 0) : this.#gate(Gate.xor, y, x, 0);
    return (gate ^ negation) as Literal;
  }

  mux(condition: Literal, whenTrue: Literal, whenFalse: Literal): Literal {
    if (condition === HIGH || whenTrue === whenFalse) return whenTrue;
    if (condition === LOW) return whenFalse;
    let c = condition;
    let a = whenTrue;
    let b = whenFalse;
    if ((c & 1) === 1) {
      c = inverted(c);
      a = whenFalse;
      b = whenTrue;
    }
    if (a === HIGH || a === c) return this.or(c, b);
    if (a === LOW || a === inverted(c)) return this.and(inverted(c), b);
    if (b === LOW || b === c) return this.and(c, a);
    if (b === HIGH || b === inverted(c)) return this.or(inverted(c), a);
    if ((a ^ b) === 1) return inverted(this.xor(c, a));
    const negation = a & 1;
    return (this.#gate(Gate.mux, c, (a ^ negation) as Literal, (b ^ negation) as Literal) ^ negation) as Literal;
  }

  majority(x: Literal, y: Literal, z: Literal): Literal {
    if (x === y) return x;
    if (x === z || y === z) return z;
    if ((x ^ y) === 1) return z;
    if ((x ^ z) === 1) return y;
    if ((y ^ z) === 1) return x;
    let a = x < y ? x : y;
    let b = x < y ? y : x;
    let c = z;
    if (c < b) [b, c] = [c, b];
    if (b < a) [a, b] = [b, a];
    if (a === LOW) return this.and(b, c);
    if (a === HIGH) return this.or(b, c);
    const negation = a & 1;
    const gate = this.#gate(
      Gate.majority,
      (a ^ negation) as Literal,
      (b ^ negation) as Literal,
      (c ^ negation) as Literal,
    );
    return (gate ^ negation) as Literal;
  }

  /** a ∧ b if one of them is a conjunction that decides it, else −1. */
  #absorb(a: Literal, b: Literal): number {
    for (let round = 0; round < 2; round++) {
      const [x, y] = round === 0 ? [a, b] : [b, a];
      const gate = y >> 1;
      if (this.#kinds[gate] !== Gate.and) continue;
      const first = this.#a[gate]!;
      const second = this.#b[gate]!;
      if ((y & 1) === 0) {
        if (first === x || second === x) return y;
        if ((first ^ x) === 1 || (second ^ x) === 1) return LOW;
      } else if ((first ^ x) === 1 || (second ^ x) === 1) return x;
    }
    return -1;
  }

  #gate(kind: Gate, a: number, b: number, c: number): Literal {
    const table = this.#table;
    const last = table.length - 1;
    let slot = hash(kind, a, b, c) & last;
    for (let found = table[slot]!; found >= 0; found = table[slot]!) {
      if (this.#a[found] === a && this.#b[found] === b && this.#c[found] === c && this.#kinds[found] === kind) {
        return (found * 2) as Literal;
      }
      slot = (slot + 1) & last;
    }
    const gate = this.#append(kind, a, b, c);
    this.#use(a >> 1);
    this.#use(b >> 1);
    if (kind >= Gate.mux) this.#use(c >> 1);
    table[slot] = gate;
    if (this.#size * 2 > table.length) this.#rehash();
    return (gate * 2) as Literal;
  }

  #use(gate: number): void {
    if (this.#uses[gate]! < 2) this.#uses[gate]!++;
  }

  #append(kind: Gate, a: number, b: number, c: number): number {
    const gate = this.#size;
    if (gate === this.#kinds.length) this.#grow();
    this.#size = gate + 1;
    this.#kinds[gate] = kind;
    this.#a[gate] = a;
    this.#b[gate] = b;
    this.#c[gate] = c;
    return gate;
  }

  #grow(): void {
    const capacity = this.#kinds.length * 2;
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const uses = new Uint8Array(capacity);
    uses.set(this.#uses);
    this.#uses = uses;
    const a = new Int32Array(capacity);
    a.set(this.#a);
    this.#a = a;
    const b = new Int32Array(capacity);
    b.set(this.#b);
    this.#b = b;
    const c = new Int32Array(capacity);
    c.set(this.#c);
    this.#c = c;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const last = table.length - 1;
    for (let gate = 1; gate < this.#size; gate++) {
      const kind = this.#kinds[gate]!;
      if (kind === Gate.input) continue;
      let slot = hash(kind, this.#a[gate]!, this.#b[gate]!, this.#c[gate]!) & last;
      while (table[slot]! >= 0) slot = (slot + 1) & last;
      table[slot] = gate;
    }
    this.#table = table;
  }
}

function hash(kind: number, a: number, b: number, c: number): number {
  let h = Math.imul(a ^ (kind << 29), 0x9e3779b1);
  h = Math.imul((h ^ (h >>> 15) ^ b) | 0, 0x85ebca77);
  h = Math.imul((h ^ (h >>> 13) ^ c) | 0, 0xc2b2ae3d);
  return h ^ (h >>> 16);
}
