// Does an atomicity violation do harm? (DESIGN §5) The execution that shows it is run again with the whole preemption moved to right before o1,
// and to right after o3: if what the unit does and leaves behind differs from both, no serial order explains it. Otherwise harm is not
// shown, which is no proof that there is none: another execution may show it.

import { PAGE_BYTES } from '../../machine/page.js';
import type { State } from '../../machine/state.js';
import { offsetOf, pointer } from '../../machine/value.js';
import type { Match } from './access-table.js';
import type { Confirmer } from './confirm.js';
import type { Preemption, RecordedAccess, RecordedActivation, Recording } from './recording.js';
import { type MovedPreemption, Rerun, type Trace } from './rerun.js';

/** Undefined: not shown by this execution. Else what differs, in words. */
export function harmOf(confirmer: Confirmer, match: Match, recording: Recording): string | undefined {
  const found = locate(match, recording);
  if (found === undefined) return undefined;
  const { o1, o3, unit, preemption } = found;
  const rerun = Rerun.begin(confirmer, recording);
  if (!rerun.goTo(unit, o1.step)) return undefined;
  const { frames } = rerun.state.running!;
  const resultDepth = confirmer.rules.unit === 'function' ? frames.length : 1;
  const run = (rest: (preemptions: readonly Preemption[]) => readonly MovedPreemption[]): Trace =>
    rerun.with(unit, rest).finish(unit, (state) => state.running!.frames.length === resultDepth);
  const actual = run((rest) => rest);
  const harmOfMoving = (moved: readonly RecordedActivation[]): string | undefined => {
    const others = (rest: readonly Preemption[]) => rest.filter((p) => !moved.includes(p.by));
    const before = run((rest) => [...moved.map((by) => ({ at: o1.step, by })), ...others(rest)]);
    const first = difference(confirmer, actual, before);
    if (first === undefined) return undefined;
    const after = run((rest) => [...others(rest), ...moved.map((by) => ({ at: o3.step + 1, by, isAtOnce: true }))]);
    const second = difference(confirmer, actual, after);
    return second && described(first, second);
  };
  const together = backToBack(unit, preemption);
  return harmOfMoving([preemption]) ?? (together.length > 1 ? harmOfMoving(together) : undefined);
}

/** ISRs that ran one after the other without a step of the unit in between, up to one of them: it may need what they did. */
function backToBack(unit: RecordedActivation, last: RecordedActivation): readonly RecordedActivation[] {
  const at = unit.preemptions.findIndex((p) => p.by === last);
  let first = at;
  while (first > 0 && unit.preemptions[first - 1]!.at === unit.preemptions[at]!.at) first--;
  return unit.preemptions.slice(first, at + 1).map((p) => p.by);
}

interface Difference {
  readonly what: string;
  readonly instead: string;
}

/** (1) and (3) are o1 and o3, as reports number them. */
function described(before: Difference, after: Difference): string {
  if (before.what !== after.what)
    return `${before.what} instead of ${before.instead} with the preemption before (1), ${after.what} instead of ${after.instead} with it after (3)`;
  const instead =
    before.instead === after.instead
      ? `${before.instead} with the preemption before (1) or after (3)`
      : `${before.instead} with the preemption before (1) or ${after.instead} with it after (3)`;
  return `${before.what} instead of ${instead}`;
}

/** The accesses of the match in the recording, and the preemption that o2 belongs to. */
function locate(match: Match, { accesses }: Recording) {
  const covers = (a: RecordedAccess): boolean =>
    a.object === Math.floor(match.byte / 2 ** 32) &&
    a.offset <= offsetOf(match.byte) &&
    offsetOf(match.byte) < a.offset + a.size;
  const at3 = accesses.findLastIndex((a) => a.site === match.o3 && covers(a));
  const o3 = accesses[at3];
  if (o3 === undefined) return undefined;
  const unit = o3.stack[o3.stack.length - 1]!;
  const isUnits = (a: RecordedAccess): boolean => a.stack[a.stack.length - 1] === unit && covers(a);
  const at1 = accesses.slice(0, at3).findLastIndex(isUnits);
  const o1 = accesses[at1];
  const o2 = accesses.slice(at1 + 1, at3).findLast((a) => a.site === match.o2 && covers(a));
  const preemption = o2?.stack[o2.stack.indexOf(unit) + 1];
  return o1 === undefined || preemption === undefined ? undefined : { o1, o3, unit, preemption };
}

/** What somebody could notice; undefined if nothing is known to differ. */
function difference(confirmer: Confirmer, actual: Trace, other: Trace): Difference | undefined {
  const isCut = actual.isCut || other.isCut;
  if (!isCut && actual.ending !== other.ending)
    return { what: `the execution comes to ${actual.ending}`, instead: other.ending };
  const memory = isCut || actual.ending !== 'the end' ? undefined : memoryDifference(confirmer, actual, other);
  if (memory !== undefined) return memory;
  if (!isCut && actual.result !== other.result)
    return { what: `${trimmed(actual.result)} is returned`, instead: trimmed(other.result) };
  for (const context of new Set([...actual.effects.keys(), ...other.effects.keys()])) {
    const [mine, theirs] = [actual.effects.get(context) ?? [], other.effects.get(context) ?? []];
    const at = firstDifference(mine, theirs, isCut);
    if (at !== undefined) return { what: mine[at] ?? 'nothing', instead: theirs[at] ?? 'nothing' };
  }
  return firstDifference(actual.branches, other.branches, isCut) === undefined
    ? undefined
    : { what: 'one branch is taken', instead: 'another' };
}

function firstDifference<T>(a: readonly T[], b: readonly T[], isCut: boolean): number | undefined {
  const length = isCut ? Math.min(a.length, b.length) : Math.max(a.length, b.length);
  for (let n = 0; n < length; n++) if (a[n] !== b[n]) return n;
  return undefined;
}

const trimmed = (result: string): string => (result === '' ? 'nothing' : result.replace(/;$/, ''));

function memoryDifference(confirmer: Confirmer, actual: Trace, other: Trace): Difference | undefined {
  const { keys } = confirmer;
  if (keys.memory(actual.state) === keys.memory(other.state)) return undefined;
  const { memory } = actual.state;
  for (let object = 0; object < memory.staticCount; object++) {
    const info = memory.info(object)!;
    if (info.constant || info.kind !== 'global') continue;
    const [mine, theirs] = [contents(actual.state, object), contents(other.state, object)];
    const offset = mine.findIndex((byte, n) => byte !== theirs[n]);
    if (offset === -1) continue;
    const name = confirmer.objects.exampleName(actual.state, pointer(object, offset));
    const isNumber = name === info.name && info.size <= 8 && mine.every(isByte) && theirs.every(isByte);
    return isNumber
      ? { what: `${name} ends as ${number(mine)}`, instead: number(theirs) }
      : { what: `${name} ends as one value`, instead: 'another' };
  }
  return { what: 'the heap ends with one content', instead: 'another' };
}

/** Byte by byte: a number, or the text of a cell that is none. */
function contents(state: State, object: number): readonly (number | string)[] {
  const bytes: (number | string)[] = [];
  state.memory.pages(object).forEach((page, n) => {
    page.bytes.forEach((byte, at) => {
      const cell = page.cellAt(at);
      bytes[n * PAGE_BYTES + at] = cell === undefined ? byte : `${String(cell.cell.value)}/${at - cell.start}`;
    });
  });
  return bytes;
}

const isByte = (byte: number | string): byte is number => typeof byte === 'number';

/** Little-endian and signed, as most counters are written; large unsigned ones look negative. */
function number(bytes: readonly (number | string)[]): string {
  const value = bytes.reduceRight<bigint>((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return String(bytes.length === 1 ? value : BigInt.asIntN(bytes.length * 8, value));
}
