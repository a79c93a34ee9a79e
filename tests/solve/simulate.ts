// Runs a circuit on 32 assignments at once: one bit of a machine word each.

import type { Blaster } from '../../src/solve/blast.js';
import { Gate } from '../../src/solve/circuit.js';
import type { Term, Terms } from '../../src/solve/term.js';

export class Simulator {
  readonly #terms: Terms;
  readonly #blaster: Blaster;
  readonly #values: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #operands: readonly [Int32Array, Int32Array, Int32Array];

  constructor(terms: Terms, blaster: Blaster) {
    const { circuit } = blaster;
    this.#terms = terms;
    this.#blaster = blaster;
    this.#values = new Int32Array(circuit.size);
    this.#kinds = Uint8Array.from({ length: circuit.size }, (_, gate) => circuit.kind(gate));
    this.#operands = [
      Int32Array.from({ length: circuit.size }, (_, gate) => circuit.first(gate)),
      Int32Array.from({ length: circuit.size }, (_, gate) => circuit.second(gate)),
      Int32Array.from({ length: circuit.size }, (_, gate) => circuit.third(gate)),
    ];
  }

  /** Sets the values of a variable in up to 32 lanes. */
  set(variable: Term, lanes: readonly bigint[]): void {
    const word = this.#blaster.word(variable);
    const bits = new Int32Array(word.length);
    for (let lane = 0; lane < lanes.length; lane++) {
      for (let i = 0, rest = lanes[lane]!; i < word.length; i += 32, rest >>= 32n) {
        const chunk = Number(rest & 0xffffffffn);
        for (let j = i; j < Math.min(i + 32, word.length); j++) bits[j]! |= ((chunk >>> (j - i)) & 1) << lane;
      }
    }
    for (let i = 0; i < word.length; i++) this.#values[word[i]! >> 1] = bits[i]!;
  }

  run(): void {
    const values = this.#values;
    const kinds = this.#kinds;
    const [first, second, third] = this.#operands;
    const read = (literal: number) => values[literal >> 1]! ^ -(literal & 1);
    for (let gate = 1; gate < kinds.length; gate++) {
      const kind = kinds[gate]!;
      if (kind === Gate.input) continue;
      const a = read(first[gate]!);
      const b = read(second[gate]!);
      if (kind === Gate.and) values[gate] = a & b;
      else if (kind === Gate.xor) values[gate] = a ^ b;
      else {
        const c = read(third[gate]!);
        values[gate] = kind === Gate.mux ? (a & b) | (~a & c) : (a & b) | (a & c) | (b & c);
      }
    }
  }

  /** The value of a term in a lane; the term must have been blasted before the simulator was made. */
  get(term: Term, lane: number): bigint {
    const word = this.#blaster.word(term);
    let value = 0n;
    for (let i = 0; i < this.#terms.width(term); i += 32) {
      let chunk = 0;
      for (let j = i; j < Math.min(i + 32, word.length); j++) {
        const bit = (this.#values[word[j]! >> 1]! >>> lane) & 1;
        chunk |= (bit ^ (word[j]! & 1)) << (j - i);
      }
      value |= BigInt(chunk >>> 0) << BigInt(i);
    }
    return value;
  }
}
