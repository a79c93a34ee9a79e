// What the outside sees of one execution: device writes by everybody, what calls give that nobody looks at, how it ends
// and the memory then, as text. Two executions differ if these do.

import type { CallSite } from '../../../src/ir/instruction.js';
import { forEachOperand } from '../../../src/ir/operand.js';
import type { Event } from '../../../src/machine/event.js';
import type { Memory } from '../../../src/machine/memory/memory.js';
import { Shadow } from '../../../src/machine/memory/page.js';
import { homeOf, signedOffset, type Value } from '../../../src/machine/memory/value.js';
import type { Frame, State } from '../../../src/machine/state.js';
import type { Label } from './walk.js';

/** `place`: the call and the instruction. `changes`: how often the activation had written to memory before. */
export interface DeviceWrite {
  readonly text: string;
  readonly place: string;
  readonly changes: number;
}

export interface Effects {
  /** In order. */
  readonly writes: ReadonlyMap<Label, readonly DeviceWrite[]>;
  readonly returns: ReadonlyMap<number, string>;
  readonly end: string;
  /** It goes on, and what it does then was not seen, or not all of it. */
  readonly isCut: boolean;
  /** Nothing where it depends on the moment. */
  readonly memory: string | undefined;
}

/** Nobody knows how it ends. */
export const OPEN = 'open';

export function differ(a: Effects, b: Effects): boolean {
  const isOpen = a.end === OPEN || b.end === OPEN;
  if (!isOpen && a.end !== b.end) return true;
  if (a.memory !== undefined && b.memory !== undefined && a.end === b.end && a.memory !== b.memory) return true;
  for (const [call, value] of a.returns) if ((b.returns.get(call) ?? value) !== value) return true;
  for (const label of new Set([...a.writes.keys(), ...b.writes.keys()])) {
    const [mine, theirs] = [a, b].map(({ writes }) => once(writes.get(label) ?? [])) as [string[], string[]];
    // The one that was cut off may go on like the other.
    const seen = Math.min(a.isCut ? mine.length : Infinity, b.isCut ? theirs.length : Infinity);
    const [x, y] = [mine.slice(0, seen), theirs.slice(0, seen)];
    if (x.length !== y.length || x.some((write, n) => write !== y[n])) return true;
  }
  return false;
}

/**
 * Rounds of a loop that waits count once: those in which the same call does the same again, and has written nothing to
 * memory in between. Loops of generated programs that count do not go round more often in one execution than in
 * another.
 */
function once(writes: readonly DeviceWrite[]): readonly string[] {
  const kept: DeviceWrite[] = [];
  const isSame = (x: DeviceWrite, y: DeviceWrite): boolean =>
    x.text === y.text && x.place === y.place && x.changes === y.changes;
  for (const write of writes) {
    kept.push(write);
    for (let period = 1; 2 * period <= kept.length; period++) {
      const [last, before] = [kept.slice(-period), kept.slice(-2 * period, -period)];
      if (!last.every((w, n) => isSame(w, before[n]!))) continue;
      kept.length -= period;
      break;
    }
  }
  return kept.map((w) => w.text);
}

/** Undefined if it is none. */
export function deviceWrite({ memory }: State, event: Event): string | undefined {
  if (event.kind === 'call') return `${event.callee}(${event.arguments.map(String).join()})`;
  if (event.kind !== 'access' || event.operation !== 'W') return undefined;
  const isDevice = event.object === 0 || memory.info(event.object)?.kind === 'device';
  return isDevice ? `${event.object}+${event.offset}:${event.size} = ${String(event.value)}` : undefined;
}

/** Does the caller do anything with what a call gives? */
export function isLookedAt({ code }: Frame, { result }: CallSite): boolean {
  let isUsed = false;
  for (const { instructions } of code.fn.blocks)
    for (const i of instructions)
      forEachOperand(i, (operand) => {
        if (operand.kind === 'register' && operand.index === result?.index) isUsed = true;
      });
  return isUsed;
}

/** All globals, and what they point to, whatever its number. */
export function memoryText(memory: Memory): string {
  const names = new Map<number, string>();
  const work: number[] = [];
  for (let object = 0; object < memory.staticCount; object++) {
    const info = memory.info(object)!;
    names.set(object, `s${object}`);
    if (info.kind === 'global' && !info.constant) work.push(object);
  }
  const target = (value: Value): string => {
    if (typeof value !== 'number') return String(value);
    const object = homeOf(value);
    if (!names.has(object)) {
      names.set(object, memory.info(object) === undefined ? 'gone' : `d${names.size}`);
      if (memory.info(object) !== undefined) work.push(object);
    }
    return `${names.get(object)}+${signedOffset(value)}`;
  };
  const texts: string[] = [];
  for (let object = work.shift(); object !== undefined; object = work.shift()) {
    const bytes: string[] = [];
    for (const { page, count } of memory.entry(object)!.runs())
      for (let at = 0; at < page.bytes.length; at++) {
        const kind = page.shadow?.[at] ?? Shadow.concrete;
        const cell = page.cells?.get(at);
        if (kind === Shadow.concrete) bytes.push(`${page.bytes[at]}*${count}`);
        else bytes.push(kind === Shadow.uninitialised ? '?' : cell === undefined ? '' : target(cell.value));
      }
    texts.push(`${names.get(object)}: ${bytes.join(' ')}`);
  }
  return texts.join('\n');
}
