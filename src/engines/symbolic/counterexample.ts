// The execution that a model of a formula describes: the choices of a schedule and the values of arbitrary data, in the
// order of execution.

import type { Choice } from '../../execution/schedule.js';
import type { Input } from '../../machine/memory/memory.js';
import type { Term, Terms } from '../../solve/term.js';

export interface Counterexample {
  readonly choices: readonly Choice[];
  /** Of reads and calls that give arbitrary data, in order. */
  readonly inputs: readonly bigint[];
  /** Uninitialised memory, by what it is and by byte: when it is read depends on the path, what it holds does not. */
  readonly frozen: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Values of arbitrary data. */
export class InputValues {
  readonly asked: bigint[] = [];
  readonly frozen = new Map<string, Map<number, number>>();

  constructor(
    private readonly terms: Terms,
    private readonly evaluate: (term: Term) => bigint,
  ) {}

  take(input: Input): void {
    const value = this.evaluate(input.term);
    if (input.offset === undefined) return void this.asked.push(value);
    let bytes = this.frozen.get(input.what);
    if (bytes === undefined) this.frozen.set(input.what, (bytes = new Map()));
    for (let n = 0; n * 8 < this.terms.width(input.term); n++)
      bytes.set(input.offset + n, Number((value >> BigInt(n * 8)) & 255n));
  }
}
