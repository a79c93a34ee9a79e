// The order of steps without clocks: one Boolean for each pair of steps of different instances that somebody asks
// about, and what makes a total order of them. A relation that has one direction for each pair is a total order if it
// has no cycle of three: within two instances that is monotony along program order, between three it is stated. Sound
// and exact like clocks, and the solver sees through it: what follows from an order follows by unit propagation.

import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { EventGraph } from './event-graph.js';

/** Cycles of three that are stated; where there are more, clocks are smaller. */
const MAX_CYCLES = 1_000_000;

export class PairwiseOrder {
  readonly #pairs = new Map<number, Term>();
  /** By instance, the steps that somebody asked about. */
  readonly #asked: readonly Set<number>[];
  readonly #stated = new Set<Term>();
  #hasChanged = false;

  constructor(
    private readonly terms: Terms,
    private readonly graph: EventGraph,
    /** Whether the first always comes before the second. */
    private readonly always: (first: number, second: number) => boolean,
  ) {
    this.#asked = graph.instances.map(() => new Set());
  }

  /** Of two steps of different instances, neither of which always comes first. */
  before(first: number, second: number): Term {
    for (const step of [first, second]) {
      const asked = this.#asked[this.graph.steps[step]!.instance]!;
      if (asked.has(step)) continue;
      asked.add(step);
      this.#hasChanged = true;
    }
    return this.#variable(first, second);
  }

  #variable(first: number, second: number): Term {
    if (first > second) return this.terms.not(this.#variable(second, first));
    const key = first * this.graph.steps.length + second;
    let term = this.#pairs.get(key);
    if (term === undefined) this.#pairs.set(key, (term = this.terms.variable(1, `s${first}<s${second}`)));
    return term;
  }

  #place(first: number, second: number): Term {
    return this.always(first, second) ? TRUE : this.always(second, first) ? FALSE : this.#variable(first, second);
  }

  /** What makes an order of everything that was asked about, as far as it was not given before. */
  *assertions(): Generator<Term> {
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    const { terms, graph } = this;
    const chains = graph.instances.map(({ id, steps }) => steps.filter((step) => this.#asked[id]!.has(step)));
    for (const assertion of this.#within(chains)) {
      if (assertion === TRUE || this.#stated.has(assertion)) continue;
      this.#stated.add(assertion);
      yield assertion;
    }
    for (const [i, a] of chains.entries())
      for (const [j, b] of chains.entries())
        for (const c of chains.slice(j + 1)) {
          if (j <= i) continue;
          for (const x of a)
            for (const y of b) {
              const xy = this.#place(x, y);
              for (const z of c) {
                const [yz, zx] = [this.#place(y, z), this.#place(z, x)];
                for (const cycle of [terms.all([xy, yz, zx]), terms.all([xy, yz, zx].map((t) => terms.not(t)))]) {
                  if (cycle === FALSE || this.#stated.has(terms.not(cycle))) continue;
                  this.#stated.add(terms.not(cycle));
                  yield terms.not(cycle);
                }
              }
            }
        }
  }

  /** Whoever comes before a step comes before those behind it. */
  *#within(chains: readonly (readonly number[])[]): Generator<Term> {
    const { terms } = this;
    for (const [i, a] of chains.entries())
      for (const [j, b] of chains.entries()) {
        if (i === j) continue;
        for (const x of a)
          for (let n = 0; n + 1 < b.length; n++) yield terms.implies(this.#place(x, b[n]!), this.#place(x, b[n + 1]!));
      }
  }
}

/** Is it the smaller one for this graph? */
export function isPairwise({ instances }: EventGraph): boolean {
  let [ones, pairs, triples] = [0, 0, 0];
  for (const { steps } of instances) {
    triples += pairs * steps.length;
    pairs += ones * steps.length;
    ones += steps.length;
  }
  return 2 * triples <= MAX_CYCLES;
}
