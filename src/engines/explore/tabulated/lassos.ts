// Rounds that the running context makes by itself, for ever: each state has one step of its own, so that these steps
// form a graph in which every cycle is found by going along it once. One state is given for all rounds that are made
// by the same steps with the same masks and the same contexts preempted: whether they wait for ever is the same.

import { LimitReached } from '../../../base/limits.js';
import { stronglyConnected } from '../../../ir/strongly-connected.js';
import type { StateSet } from '../../kernel/state-set.js';
import type { Limits } from '../../limits.js';
import type { Product } from './product.js';
import { Flag } from './product-tables.js';

/** States between two looks at the clock. */
const BREATH = 4096;

export class Lassos {
  private readonly judged = new Set<string>();
  private readonly vector: Int32Array;
  private readonly after: Int32Array;

  constructor(
    private readonly product: Product,
    private readonly states: StateSet,
    private readonly limits: Limits,
  ) {
    this.vector = new Int32Array(product.length);
    this.after = new Int32Array(product.length);
  }

  /** Numbers of states that are on such rounds, or in which the running context goes round without a visible step. */
  *find(): Iterable<number> {
    const cyclic = this.cyclicLocals();
    const isBlocked = this.blockedLocals();
    if (cyclic.size === 0 && isBlocked.size === 0) return;
    /** 0: not looked at; else the number of the walk that came by. */
    const walks = new Int32Array(this.states.count);
    for (let first = 0; first < this.states.count; first++) {
      if (first % BREATH === 0) {
        const because = this.limits.isOver();
        if (because !== undefined) throw new LimitReached(because);
      }
      let at = first;
      while (at !== -1 && walks[at] === 0) {
        walks[at] = first + 1;
        const local = this.topLocal(at);
        if (local !== -1 && isBlocked.has(local) && this.isNew(`blocked ${this.standing()}`)) yield at;
        at = local !== -1 && cyclic.has(local) ? this.next() : -1;
      }
      if (at !== -1 && walks[at] === first + 1 && this.isNew(this.round(at))) yield at;
    }
  }

  /** Local states that a context can come back to. */
  private cyclicLocals(): ReadonlySet<number> {
    const next = Array.from({ length: this.product.locals.count }, (): number[] => []);
    for (const { from, to } of this.product.steps.all) if (to !== -1) next[from]!.push(to);
    // Whoever starts again comes from its end: that is no round.
    const isInactive = (local: number): boolean => this.product.locals.get(local).kind === 'inactive';
    const rounds = next.map((targets, from) => (isInactive(from) ? [] : targets.filter((to) => !isInactive(to))));
    const components = stronglyConnected(rounds.keys(), rounds);
    const cyclic = new Set<number>();
    for (const members of components)
      if (members.length > 1 || rounds[members[0]!]!.includes(members[0]!)) for (const m of members) cyclic.add(m);
    return cyclic;
  }

  private blockedLocals(): ReadonlySet<number> {
    const blocked = new Set<number>();
    for (let n = 0; n < this.product.locals.count; n++)
      if (this.product.locals.get(n).state.blocked === 'endless-loop') blocked.add(n);
    return blocked;
  }

  /** Loads a state; −1: nothing runs. */
  private topLocal(index: number): number {
    const { product, vector } = this;
    this.states.get(index, vector);
    const top = product.top(vector);
    return top === -1 ? -1 : product.local(vector[product.contextsAt + top]!);
  }

  /** The state that the running context comes to by itself from the one that was loaded; −1: none. */
  private next(): number {
    const { product, vector, after } = this;
    const step = product.step(vector, product.top(vector));
    if (step === -1 || (product.flags.values[step]! & (Flag.over | Flag.ends)) !== 0) return -1;
    product.follow(vector, after, step);
    return this.states.find(after);
  }

  /** Of the state that was loaded: masks, who was preempted, and what runs. */
  private standing(): string {
    const { product, vector } = this;
    const { top, below } = product.level(vector[product.stackAt]!);
    const local = product.local(vector[product.contextsAt + top]!);
    return `${vector[product.masksAt]} ${below.join()} ${local}`;
  }

  private round(first: number): string {
    const parts: string[] = [];
    let at = first;
    do {
      this.topLocal(at);
      const { product, vector } = this;
      const step = product.step(vector, product.top(vector));
      parts.push(`${product.made[step]!.number} ${this.standing()}`);
      at = this.next();
    } while (at !== first);
    return [...new Set(parts)].sort().join(';');
  }

  private isNew(round: string): boolean {
    if (this.judged.has(round)) return false;
    this.judged.add(round);
    return true;
  }
}
