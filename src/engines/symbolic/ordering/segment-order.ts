// The order of steps with a bound on context switches: an execution is a row of segments, in each of which one thread
// runs, and a step's clock is the number of its segment. Behind the last one, what is left of each thread follows,
// thread by thread: it has no place within the bound, and nothing is asked about it. Exact within the bound, and clocks
// have a few bits only.

import type { Term, Terms } from '../../../solve/term.js';
import type { EventGraph } from './event-graph.js';

export class SegmentOrder {
  /** By step. */
  readonly segments: readonly Term[];
  readonly #width: number;
  #areStated = false;

  constructor(
    private readonly terms: Terms,
    private readonly graph: EventGraph,
    /** Context switches: one less than segments. */
    private readonly switches: number,
  ) {
    this.#width = Math.ceil(Math.log2(switches + 1 + graph.instances.length)) + 1;
    this.segments = graph.steps.map(({ id }) =>
      id === graph.instances[0]!.steps[0] ? terms.zero(this.#width) : terms.variable(this.#width, `segment of s${id}`),
    );
  }

  /** Of two steps of different instances. */
  before(first: number, second: number): Term {
    return this.terms.ult(this.segments[first]!, this.segments[second]!);
  }

  /** Does it happen within the bound? */
  isWithin(step: number): Term {
    return this.terms.ule(this.segments[step]!, this.#constant(this.switches));
  }

  *assertions(): Generator<Term> {
    if (this.#areStated) return;
    this.#areStated = true;
    const { terms, graph } = this;
    const owners = Array.from({ length: this.switches + 1 }, (_, n) => terms.variable(this.#width, `owner of ${n}`));
    for (const { id, steps, spawned } of graph.instances) {
      const [me, rest] = [this.#constant(id), this.#constant(this.switches + 1 + id)];
      let previous = spawned?.step;
      for (const step of steps) {
        const at = this.segments[step]!;
        if (previous !== undefined) {
          const isChild = previous === spawned?.step;
          yield isChild ? this.before(previous, step) : terms.ule(this.segments[previous]!, at);
        }
        yield terms.or(this.isWithin(step), terms.eq(at, rest));
        for (const [n, owner] of owners.entries())
          yield terms.implies(terms.eq(at, this.#constant(n)), terms.eq(owner, me));
        previous = step;
      }
    }
  }

  #constant(value: number): Term {
    return this.terms.constant(this.#width, value);
  }
}
