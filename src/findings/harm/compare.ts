// How two executions differ for the outside: docs/findings.md, harm. What one of them did not come to see within its
// limits is no difference.

import { assertNever } from '../../base/internal-error.js';
import type { Describer } from '../../execution/describe.js';
import type { Machine } from '../../machine/machine.js';
import type { ActivationLabel } from './activation-label.js';
import type { Difference } from './difference.js';
import { memoryDifferences } from './memory-difference.js';
import type { Observed, Seen, UnitEnd } from './record.js';

/** What tells the reader most comes first. */
export function differences(
  original: Observed,
  other: Observed,
  machine: Machine,
  describer: Describer,
): readonly Difference[] {
  const isOpen = original.end.kind === 'open' || other.end.kind === 'open';
  return [
    ...(isOpen ? [] : endDifferences(original, other)),
    ...(haveComparableMemory(original.end, other.end)
      ? [
          ...latchDifferences(original, other),
          ...memoryDifferences(original.memory, other.memory, isOpen ? 'shared' : 'all', machine, describer),
        ]
      : []),
    ...effectDifferences(original, other),
    ...returnDifferences(original, other),
  ];
}

function latchDifferences({ latch: a }: Observed, { latch: b }: Observed): readonly Difference[] {
  if (a === undefined || b === undefined || a.value === b.value) return [];
  return [{ kind: 'memory', subject: a.name, original: `ends as ${a.value}`, other: `ends as ${b.value}` }];
}

function endDifferences(a: Observed, b: Observed): readonly Difference[] {
  const [original, other] = [endText(a.end), endText(b.end)];
  return original === other ? [] : [{ kind: 'end', subject: a.unit, original, other }];
}

function endText(end: UnitEnd): string {
  switch (end.kind) {
    case 'over':
    case 'met':
      return 'goes on';
    case 'exit':
      return 'ends the program';
    case 'stuck':
      return 'waits for ever';
    case 'failed': {
      const where = end.place === undefined ? `in ${end.failure.function}` : `in line ${end.place.line}`;
      return `fails ${where}: ${end.failure.message}`;
    }
    case 'open':
      return 'was not seen to end';
    default:
      return assertNever(end);
  }
}

/** In the middle of a loop it depends on the moment, unless both are at the same one. */
function haveComparableMemory(a: UnitEnd, b: UnitEnd): boolean {
  if (a.kind === 'stuck' && b.kind === 'stuck') return a.isStable && b.isStable;
  if (a.kind === 'open' && b.kind === 'open') return a.at !== undefined && a.at === b.at;
  return a.kind === b.kind && (a.kind === 'over' || a.kind === 'exit');
}

function effectDifferences(a: Observed, b: Observed): readonly Difference[] {
  const labels = new Set([...a.effects.keys(), ...b.effects.keys()]);
  return [...labels].flatMap((label) => {
    const [x, y] = [wordOf(a, label), wordOf(b, label)];
    const length = Math.max(x.begin.length, y.begin.length) + x.round.length + y.round.length;
    const [mine, theirs] = [unrolled(x, length), unrolled(y, length)];
    const at = firstDifference(mine, theirs, textOf);
    if (at === undefined || isUnseen(mine, a.end, at) || isUnseen(theirs, b.end, at)) return [];
    return [differenceOf('effect', mine[at], theirs[at])];
  });
}

/** Effects of which the last ones, `round`, are repeated for ever. */
interface Word {
  readonly begin: readonly Seen[];
  readonly round: readonly Seen[];
}

/** Where somebody goes round for ever, it is no matter when that was noticed. */
function wordOf({ effects, end }: Observed, label: ActivationLabel): Word {
  const list = effects.get(label) ?? [];
  const from = end.kind === 'stuck' && end.round?.label === label ? end.round.begin : list.length;
  const round = list.slice(from);
  return round.every((effect) => effect.waits !== undefined)
    ? { begin: withoutRounds(list), round: [] }
    : { begin: withoutRounds(list.slice(0, from)), round: withoutRounds(round) };
}

/** As long as two words have to be to tell them apart. */
function unrolled({ begin, round }: Word, length: number): readonly Seen[] {
  if (round.length === 0) return begin;
  return Array.from({ length }, (_, n) => begin[n] ?? round[(n - begin.length) % round.length]!);
}

function isUnseen(list: readonly unknown[], end: UnitEnd, at: number): boolean {
  return end.kind === 'open' && at >= list.length;
}

function returnDifferences(a: Observed, b: Observed): readonly Difference[] {
  return [...a.returns].flatMap(([call, mine]) => {
    const theirs = b.returns.get(call);
    return theirs === undefined || theirs.says === mine.says ? [] : [differenceOf('return', mine, theirs)];
  });
}

/** Effects of one way round a loop. */
const MAX_PERIOD = 16;

/** How often a loop that waits goes round with the same effects is no outcome: they are kept once. */
function withoutRounds(effects: readonly Seen[]): readonly Seen[] {
  const kept: Seen[] = [];
  for (const effect of effects) {
    kept.push(effect);
    if (effect.waits === undefined) continue;
    for (let period = 1; period <= MAX_PERIOD && 2 * period <= kept.length; period++) {
      if (!isRepeated(kept, period)) continue;
      kept.length -= period;
      break;
    }
  }
  return kept;
}

function isRepeated(list: readonly Seen[], period: number): boolean {
  const { waits } = list.at(-1)!;
  for (let n = list.length - period; n < list.length; n++) {
    const [now, before] = [list[n]!, list[n - period]!];
    if (now.waits !== waits || before.waits !== waits || textOf(now) !== textOf(before)) return false;
  }
  return true;
}

function textOf({ subject, says }: Seen): string {
  return `${subject} ${says}`;
}

function firstDifference<T>(a: readonly T[], b: readonly T[], id: (x: T) => string): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let n = 0; n < length; n++) {
    const [x, y] = [a[n], b[n]];
    if (x === undefined || y === undefined || id(x) !== id(y)) return n;
  }
  return undefined;
}

function differenceOf(kind: Difference['kind'], mine: Seen | undefined, theirs: Seen | undefined): Difference {
  if (mine === undefined) return { kind, subject: theirs!.subject, original: theirs!.absent, other: theirs!.says };
  const other = theirs?.subject === mine.subject ? theirs.says : mine.absent;
  return { kind, subject: mine.subject, original: mine.says, other };
}
