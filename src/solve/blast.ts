// Bit-blasting: terms → literals of a circuit. Iterative, each term once; the literals of all terms lie in one growing
// array.

import { assertNever } from '../base/internal-error.js';
import { type CheckLimits, everyNth, noLimits } from '../base/limits.js';
import { Circuit, HIGH, type Literal, LOW } from './circuit.js';
import { Op } from './operation.js';
import type { Term, TermStore } from './store.js';
import * as words from './words.js';

/** Terms between two looks at the limits. */
const STEPS = 1024;

export class Blaster {
  readonly circuit = new Circuit();
  readonly #terms: TermStore;
  #offsets = new Int32Array(0);
  #pool = new Int32Array(4096);
  #used = 1;
  readonly #stack: Term[] = [];
  readonly #variables: Term[] = [];
  /** The first input gate of each variable, ascending. */
  readonly #firstInputs: number[] = [];

  readonly #hides: boolean;
  readonly #checkLimits: CheckLimits;

  /** `free`: products, quotients and remainders are arbitrary, though always the same for the same operands. */
  constructor(terms: TermStore, arithmetic: 'exact' | 'free' = 'exact', checkLimits: CheckLimits = noLimits) {
    this.#terms = terms;
    this.#checkLimits = everyNth(STEPS, checkLimits);
    this.#hides = arithmetic === 'free';
  }

  /** Variables whose bits are inputs of the circuit, in the order in which they were met. */
  get variables(): readonly Term[] {
    return this.#variables;
  }

  /** The variable and bit that an input gate stands for. */
  inputBit(gate: number): { readonly variable: Term; readonly bit: number } {
    let low = 0;
    let high = this.#firstInputs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstInputs[middle]! <= gate) low = middle;
      else high = middle - 1;
    }
    return { variable: this.#variables[low]!, bit: gate - this.#firstInputs[low]! };
  }

  /** The literals of a term, least significant first. */
  word(term: Term): Literal[] {
    this.#blast(term);
    return this.#load(term);
  }

  /** The literal of a Boolean term. */
  literal(term: Term): Literal {
    this.#blast(term);
    return this.#pool[this.#offsets[term]!]! as Literal;
  }

  #load(term: Term): Literal[] {
    const offset = this.#offsets[term]!;
    const word: Literal[] = [];
    for (let i = 0; i < this.#terms.width(term); i++) word.push(this.#pool[offset + i]! as Literal);
    return word;
  }

  #store(term: Term, word: readonly Literal[]): void {
    const end = this.#used + word.length;
    if (end > this.#pool.length) {
      const pool = new Int32Array(Math.max(end, this.#pool.length * 2));
      pool.set(this.#pool);
      this.#pool = pool;
    }
    for (let i = 0; i < word.length; i++) this.#pool[this.#used + i] = word[i]!;
    this.#offsets[term] = this.#used;
    this.#used = end;
  }

  #blast(root: Term): void {
    const terms = this.#terms;
    if (this.#offsets.length < terms.size) {
      const offsets = new Int32Array(Math.max(terms.size, this.#offsets.length * 2));
      offsets.set(this.#offsets);
      this.#offsets = offsets;
    }
    const offsets = this.#offsets;
    const stack = this.#stack;
    if (offsets[root] !== 0) return;
    stack.push(root);
    while (stack.length > 0) {
      const term = stack[stack.length - 1]!;
      if (offsets[term] !== 0) {
        stack.pop();
        continue;
      }
      const before = stack.length;
      const op = terms.op(term);
      if (op > Op.variable && !this.#isHidden(op)) {
        const a = terms.first(term);
        if (offsets[a] === 0) stack.push(a);
        if (op !== Op.not && op !== Op.extract && op !== Op.sext) {
          const b = terms.second(term);
          if (offsets[b] === 0) stack.push(b);
          if (op === Op.ite) {
            const c = terms.third(term);
            if (offsets[c] === 0) stack.push(c);
          }
        }
      }
      if (stack.length > before) continue;
      this.#checkLimits();
      stack.pop();
      this.#store(term, this.#encode(term, op));
    }
  }

  #encode(term: Term, op: Op): Literal[] {
    const terms = this.#terms;
    const c = this.circuit;
    const width = terms.width(term);
    const first = () => this.#load(terms.first(term));
    const second = () => this.#load(terms.second(term));
    if (this.#isHidden(op)) return this.#input(term, width);
    switch (op) {
      case Op.constant:
        return this.#constant(term, width);
      case Op.variable:
        return this.#input(term, width);
      case Op.not:
        return words.invertWord(first());
      case Op.and: {
        const b = second();
        return first().map((x, i) => c.and(x, b[i]!));
      }
      case Op.xor: {
        const b = second();
        return first().map((x, i) => c.xor(x, b[i]!));
      }
      case Op.add:
        return words.addWords(c, first(), second(), LOW);
      case Op.sub:
        return words.subtractWords(c, first(), second());
      case Op.mul:
        return words.multiplyWords(c, first(), second());
      case Op.udiv:
        return words.divideWords(c, first(), second()).quotient;
      case Op.urem:
        return words.divideWords(c, first(), second()).remainder;
      case Op.sdiv:
        return words.divideSigned(c, first(), second()).quotient;
      case Op.srem:
        return words.divideSigned(c, first(), second()).remainder;
      case Op.shl:
        return words.shiftWordLeft(c, first(), second());
      case Op.lshr:
        return words.shiftWordRight(c, first(), second(), LOW);
      case Op.ashr: {
        const a = first();
        return words.shiftWordRight(c, a, second(), a[a.length - 1]!);
      }
      case Op.eq:
        return [words.equalWords(c, first(), second())];
      case Op.ult:
        return [words.lessUnsigned(c, first(), second())];
      case Op.slt:
        return [words.lessSigned(c, first(), second())];
      case Op.concat:
        return [...second(), ...first()];
      case Op.extract: {
        const low = terms.lowBit(term);
        return first().slice(low, low + width);
      }
      case Op.sext: {
        const a = first();
        const sign = a[a.length - 1]!;
        while (a.length < width) a.push(sign);
        return a;
      }
      case Op.ite:
        return words.muxWords(c, first()[0]!, second(), this.#load(terms.third(term)));
      default:
        return assertNever(op);
    }
  }

  #isHidden(op: Op): boolean {
    return this.#hides && op >= Op.mul && op <= Op.srem;
  }

  #input(term: Term, width: number): Literal[] {
    this.#variables.push(term);
    this.#firstInputs.push(this.circuit.size);
    return Array.from({ length: width }, () => this.circuit.input());
  }

  #constant(term: Term, width: number): Literal[] {
    const word: Literal[] = [];
    if (width <= 32) {
      const value = this.#terms.narrowValue(term);
      for (let i = 0; i < width; i++) word.push(((value >>> i) & 1) as Literal);
    } else {
      const value = this.#terms.wideValue(term);
      for (let i = 0; i < width; i++) word.push(((value >> BigInt(i)) & 1n) === 1n ? HIGH : LOW);
    }
    return word;
  }
}
