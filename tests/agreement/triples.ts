// The triples of one execution by their definition alone: o1 and o3 are consecutive accesses of one unit to a byte, o2
// is by whatever ran on top of the unit in between. All pairs are tried, byte by byte.

import type { ObjectInfo } from '../../src/machine/memory/object-info.js';
import type { AccessEvent, Step } from './executions.js';

/** One access of an execution, with the step that it is part of. */
export interface Access {
  readonly step: Step;
  /** Which step of the execution that is. */
  readonly at: number;
  readonly event: AccessEvent;
  readonly info: ObjectInfo;
}

export interface Triple {
  readonly o1: Access;
  readonly o2: Access;
  readonly o3: Access;
  readonly byte: number;
}

export interface TripleRules {
  readonly unit: 'task' | 'function';
  readonly effect: 'reaching' | 'any';
}

export function accessesOf(steps: readonly Step[]): readonly Access[] {
  return steps.flatMap((step, at) => step.accesses.map((event, n) => ({ step, at, event, info: step.objects[n]! })));
}

/** Those that the `k`th access completes, one for each byte and each o2. */
export function* triplesAt(all: readonly Access[], k: number, rules: TripleRules): Iterable<Triple> {
  const o3 = all[k]!;
  for (const byte of bytesOf(o3.event)) {
    const i = lastOwn(all, k, byte, rules.unit);
    if (i === undefined) continue;
    const o1 = all[i]!;
    for (let j = i + 1; j < k; j++) {
      const o2 = all[j]!;
      const isOnTop = o2.step.activation !== o3.step.activation && o2.step.stack.includes(o3.step.activation);
      if (!isOnTop || !touches(o2.event, o3.event.object, byte)) continue;
      if (!['RWR', 'WWR', 'RWW', 'WRW'].includes(patternOf(o1.event, o2.event, o3.event))) continue;
      if (rules.effect === 'reaching' && !reaches(all, i, j, k, byte)) continue;
      yield { o1, o2, o3, byte };
    }
  }
}

/**
 * The access that the unit of the `k`th one made to the byte before it; undefined if there is none in the same unit of
 * work.
 */
function lastOwn(all: readonly Access[], k: number, byte: number, unit: TripleRules['unit']): number | undefined {
  const { step, event } = all[k]!;
  for (let i = k - 1; i >= 0; i--) {
    const before = all[i]!;
    if (before.step.activation !== step.activation || !touches(before.event, event.object, byte)) continue;
    const isSameUnit = unit === 'task' ? before.step.iteration === step.iteration : before.step.call === step.call;
    return isSameUnit ? i : undefined;
  }
  return undefined;
}

/** A write of o2 is what o3 meets; a read of o2 saw what o1 wrote. */
function reaches(all: readonly Access[], i: number, j: number, k: number, byte: number): boolean {
  const { object } = all[k]!.event;
  const isWritten = (from: number, to: number): boolean =>
    all.slice(from + 1, to).some(({ event }) => event.operation === 'W' && touches(event, object, byte));
  return all[j]!.event.operation === 'W' ? !isWritten(j, k) : !isWritten(i, j);
}

export function patternOf(...events: readonly AccessEvent[]): string {
  return events.map((e) => e.operation).join('');
}

export function bytesOf(event: AccessEvent): readonly number[] {
  return Array.from({ length: event.size }, (_, n) => event.offset + n);
}

export function touches(event: AccessEvent, object: number, byte: number): boolean {
  return event.object === object && byte >= event.offset && byte < event.offset + event.size;
}
