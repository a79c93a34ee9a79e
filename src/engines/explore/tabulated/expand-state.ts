// All transitions from one state of the product, in their order: starts of ISRs, then the steps of the context that
// runs. The same for whoever searches and for threads that work ahead.

import { Flag, type ProductTables, type Start } from './product-tables.js';

/** Told what there is behind a state, by its number. */
export interface Successors {
  starts(from: number, start: Start): void;
  steps(from: number, step: number): void;
  /** Of a step: something is seen where it meets somebody who was preempted, by its number. */
  seesBelow(from: number, step: number, seen: number): void;
  /** Of a step: something is seen in itself. */
  sees(from: number, step: number): void;
  reaches(vector: Int32Array, from: number): void;
  /** An execution ends there. */
  ends(): void;
}

/** `vector` is the state, and is overwritten, as `after` is. */
export function expandState(
  tables: ProductTables,
  from: number,
  vector: Int32Array,
  after: Int32Array,
  to: Successors,
): void {
  const { flags, other, met } = tables;
  const top = tables.top(vector);
  const chosen = tables.starts(vector, top);
  for (let n = 0; n < chosen.length; n++) {
    to.starts(from, chosen[n]!);
    tables.begin(vector, after, chosen[n]!);
    to.reaches(after, from);
  }
  let step = top === -1 ? -1 : tables.step(vector, top);
  if (step === -1 && chosen.length === 0) to.ends();
  for (; step !== -1; step = other.values[step]!) {
    to.steps(from, step);
    // Nobody needs the vector behind the last one.
    const behind = other.values[step] === -1 ? vector : after;
    tables.follow(vector, behind, step);
    for (let n = 0; n < tables.metCount; n++) to.seesBelow(from, step, met[n]!);
    const how = flags.values[step]!;
    if ((how & Flag.isSeen) !== 0) to.sees(from, step);
    if ((how & Flag.over) === 0) to.reaches(behind, from);
    else to.ends();
  }
}
