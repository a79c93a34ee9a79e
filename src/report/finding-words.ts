// A finding in words: what it is, what happened with the values that were seen, and what harm it did. For every output
// alike.

import { isError, primaryAccess, type WaitingThread } from '../findings/finding.js';
import { blockRule, expectation, updated } from './expectation.js';
import { shownPlace } from './paths.js';
import type { Report, ReportAccess, ReportFinding, Timeline, TimelineEntry } from './report.js';

/** Who makes an access: of threads, which one. */
export function actorOf({ thread, context }: Pick<ReportAccess, 'thread' | 'context'>): string {
  return thread ?? context;
}

/** Of an ISR, itself, not the thread that it has preempted. */
export function entryActor({ depth, thread, context }: Pick<TimelineEntry, 'depth' | 'thread' | 'context'>): string {
  return depth === 0 ? (thread ?? context) : context;
}

export function severityOf(f: Pick<ReportFinding, 'harm'>): 'error' | 'note' {
  return isError(f) ? 'error' : 'note';
}

/** `atomicity violation (RWW) on count`. */
export function titleOf(f: ReportFinding): string {
  switch (f.kind) {
    case 'atomicity':
      if (f.block === undefined) return `atomicity violation (${f.pattern}) on ${f.example}`;
      return `block "${f.block.name}" is not atomic (${f.block.mistake} mistake) on ${f.example}`;
    case 'race':
      return `race on ${f.example}`;
    case 'missing-volatile':
      return `${f.example} is shared and not volatile`;
    case 'torn-access':
      return `torn ${f.accesses[1]?.operation === 'W' ? 'write' : 'read'} of ${f.example}`;
    case 'assertion':
      if (f.isUndefined) return `undefined behaviour: ${f.message}`;
      return f.isMisuse ? `wrong use: ${f.message}` : `assertion fails: ${conditionOf(f)}`;
    case 'deadlock':
      if (f.lockOrder !== undefined) return `locks are taken in a circle: ${f.example}`;
      if (f.waiting !== undefined) return waitingTitle(f.waiting);
      return `${f.accesses[0]?.context} waits for ever${f.example === '' ? '' : ` for ${f.example}`}`;
  }
}

/** Locks that are all held by those who wait for them; what else nobody does any more. */
function waitingTitle(waiting: readonly WaitingThread[]): string {
  const [first] = waiting;
  if (waiting.length > 1) return `${listed(waiting.map((w) => w.name))} wait for ever`;
  return first?.lock === undefined ? `${first?.name} waits for ever` : `${first.name} waits for ever for ${first.lock}`;
}

/** The engines' message without the word that the title says already. */
function conditionOf({ message }: ReportFinding): string {
  return (message ?? '').replace(/^assertion (?=.)/, '');
}

/** What went wrong, as a rule: without names and values. */
export function ruleOf(f: ReportFinding): string {
  switch (f.kind) {
    case 'atomicity':
      if (f.block !== undefined) return blockRule(f.block);
      return f.isUpdate ? updated : expectation[f.pattern!];
    case 'race':
      return 'nothing orders the two accesses';
    case 'missing-volatile':
      return 'the compiler does not know that an interrupt comes in between';
    case 'torn-access':
      return 'the access takes several steps, and another one came in between';
    case 'assertion':
      if (f.isUndefined) return 'C says nothing about what comes of it';
      return f.isMisuse ? 'the library does not allow that' : 'the assertion does not hold in every execution';
    case 'deadlock':
      if (f.lockOrder !== undefined) return 'each holds what the next one takes';
      if (f.waiting !== undefined) return waitingRule(f.waiting);
      return 'the loop ends when what it reads changes, and nobody who would change it can run';
  }
}

/** Does each wait for another one that waits? Else there is somebody whom nobody will wake. */
function waitingRule(waiting: readonly WaitingThread[]): string {
  const names = new Set(waiting.map((w) => w.name));
  const isCircle = waiting.every((w) => names.has(w.heldBy ?? w.endOf ?? w.keptOutBy ?? ''));
  if (waiting.length === 1 && isCircle) return 'it waits for itself';
  if (waiting.length === 1)
    return waiting[0]!.heldBy === undefined ? 'nobody is left who would end that' : 'whoever holds it does not go on';
  return isCircle ? 'all who have not ended wait for each other' : 'all who have not ended wait, and nobody ends that';
}

/** One sentence, with the values that were seen: `main read 3, ADC_IRQ wrote 4, main wrote back 3`. */
export function interleavingOf(f: ReportFinding): string {
  const [a, b, c] = f.accesses;
  switch (f.kind) {
    case 'atomicity':
      return [
        past(a, seenAt(f, 0)),
        ...(f.entry === undefined ? [] : [past(again(f.entry, a), seenOf(f, f.entry))]),
        past(again(b, a), seenAt(f, 1)),
        past(c, seenAt(f, 2), isBack(a, c)),
      ].join(', ');
    case 'race':
    case 'missing-volatile':
      return `${b && actorOf(b)} was about to ${b?.operation === 'W' ? 'write' : 'read'} when ${past(again(a, b), seenAt(f, 0))}`;
    case 'torn-access':
      return `${b && actorOf(b)} had ${b?.operation === 'W' ? 'written' : 'read'} only a part when ${tornBy(f)}`;
    case 'assertion':
      return f.explanation === undefined ? '' : failureInterleaving(f, f.explanation.timeline);
    case 'deadlock':
      return f.message ?? '';
  }
}

/** Whoever preempts itself was entered again. */
function again(a: ReportAccess | undefined, preempted: ReportAccess | undefined): ReportAccess | undefined {
  const isSame = a !== undefined && preempted !== undefined && actorOf(a) === actorOf(preempted);
  return isSame ? { ...a, context: `${a.context}, entered again,` } : a;
}

function past(a: ReportAccess | undefined, seen: string, back = ''): string {
  if (a === undefined) return '';
  return `${actorOf(a)} ${a.operation === 'R' ? 'read' : 'wrote'}${back}${seen}`;
}

/** ` 3`, or ` word[byte 1] = 0x03` where the accesses are to parts of what the finding is about. */
function seenAt(f: ReportFinding, n: number): string {
  return f.accesses[n] === undefined ? '' : seenOf(f, f.accesses[n]);
}

function seenOf({ example, accesses }: ReportFinding, { value, accessed }: ReportAccess): string {
  if (value === undefined) return '';
  const isWhole = accesses.every((a) => a.accessed === undefined || a.accessed === example);
  return isWhole || accessed === undefined ? ` ${value}` : ` ${accessed} = ${value}`;
}

/** `wrote back`: what was read; `read back`: what the unit itself has written before. */
function isBack(first: ReportAccess | undefined, last: ReportAccess | undefined): string {
  if (first === undefined || last === undefined || first.operation === last.operation) return '';
  if (first.accessed !== last.accessed) return '';
  return last.operation === 'R' || first.value === last.value ? ' back' : '';
}

/** Of the whole variable, not of the piece that the access itself is. */
function tornBy({ accesses, example, explanation }: ReportFinding): string {
  const { operation, isPart } = accesses[0] ?? { operation: 'R' };
  const by = again(accesses[0], accesses[1]);
  const context = by === undefined ? '' : actorOf(by);
  // What is there then is no value of either.
  if (isPart) return `${context} began to ${operation === 'R' ? 'read' : 'write'} it`;
  const entries = explanation?.timeline.entries ?? [];
  const at = entries.findLastIndex((e) => e.mark === 1);
  const begin = entries.findLastIndex((e, n) => n < at && e.kind === 'start' && e.context === accesses[0]?.context);
  if (explanation === undefined || begin < 0) return `${context} ${operation === 'R' ? 'read' : 'wrote'} it`;
  const values = valuesAfter(explanation.timeline);
  const [before, after] = [values(begin).get(example), values(at).get(example)];
  if (before === undefined || after === undefined) return `${context} ${operation === 'R' ? 'read' : 'wrote'} it`;
  if (operation === 'R') return `${context} read it as ${after}`;
  return before === after
    ? `${context} wrote it, ${after} as before`
    : `${context} changed it from ${before} to ${after}`;
}

/** The values of all variables when the entry with an index has happened. */
function valuesAfter({ initial, entries }: Timeline): (index: number) => ReadonlyMap<string, string> {
  return (index) => {
    const values = new Map(Object.entries(initial));
    for (const { changed } of entries.slice(0, index + 1))
      for (const [name, value] of Object.entries(changed)) values.set(name, value);
    return values;
  };
}

/** Turns of threads that are told, the last ones. */
const MAX_TURNS = 5;

/** Who came in, and the values of what the condition names. */
function failureInterleaving(f: ReportFinding, timeline: Timeline): string {
  const { entries } = timeline;
  const condition = conditionOf(f);
  const own = lastAccesses(f, entries);
  const named = [...valuesAfter(timeline)(entries.length)]
    .filter(([name]) => mentions(condition, name))
    .map(([name, value]) => {
      // Others may have changed it since.
      const read = entries[own.get(name) ?? -1]?.value ?? value;
      return read === value ? `${name} is ${value}` : `${name} was read as ${read}`;
    });
  const starts = entries.flatMap((e, n) => (e.kind === 'start' ? [n] : []));
  const last = starts.at(-1);
  const came = (n: number): string => `${entries[n]!.context} came ${preemptionPoint(entries, n)}`;
  const preemptions =
    last === undefined
      ? turnsOf(entries)
      : starts.length <= 2
        ? twice(starts.map(came))
        : `${starts.length} interrupts came, the last of them, ${entries[last]!.context}, ${preemptionPoint(entries, last)}`;
  return named.length === 0 ? preemptions : `${preemptions}; at the assertion, ${listed(named)}`;
}

/** Where the one that fails has last accessed what its condition names. */
export function lastAccesses(f: ReportFinding, entries: readonly TimelineEntry[]): ReadonlyMap<string, number> {
  const condition = conditionOf(f);
  const at = f.accesses[0];
  const isOwn = (e: TimelineEntry): boolean => e.context === at?.context && e.thread === at.thread;
  return new Map(
    entries.flatMap((e, n) =>
      e.kind === 'access' && isOwn(e) && mentions(condition, e.variable!) ? [[e.variable!, n] as const] : [],
    ),
  );
}

/** Who ran, where no interrupt came: `main ran, then worker, then main`; the last turns, where there are many. */
function turnsOf(entries: readonly TimelineEntry[]): string {
  const threads = entries.flatMap((e) => e.thread ?? []);
  if (threads.length === 0) return 'No interrupt is needed for it';
  const turns = threads.filter((name, n) => name !== threads[n - 1]);
  if (turns.length === 1) return `Only ${turns[0]} ran`;
  const shown = turns.length > MAX_TURNS + 1 ? turns.slice(-MAX_TURNS) : turns;
  const order = `${shown[0]} ran, ${shown
    .slice(1)
    .map((name) => `then ${name}`)
    .join(', ')}`;
  return shown === turns ? order : `After ${turns.length - shown.length} other turns, ${order}`;
}

function twice([first, second]: readonly string[]): string {
  if (second === undefined) return first!;
  return first === second ? first!.replace(' came ', ' came twice ') : `${first}, ${second}`;
}

/** `in the middle of line 12 (take)`: where whoever was preempted stood. */
function preemptionPoint(entries: readonly TimelineEntry[], start: number): string {
  const outer = entries[start]!.depth - 1;
  const isOwn = (e: TimelineEntry): boolean => e.kind !== 'start' && e.kind !== 'end' && e.depth === outer;
  // Its activation begins with a start, and ends with an end, of the same depth.
  const begin = entries.findLastIndex((e, n) => n < start && e.kind === 'start' && e.depth === outer);
  const end = entries.findIndex((e, n) => n > start && e.kind === 'end' && e.depth === outer);
  const before = entries.findLast((e, n) => n > begin && n < start && isOwn(e));
  const after = entries.find((e, n) => n > start && (end < 0 || n < end) && isOwn(e));
  const [a, b] = [before?.place, after?.place];
  if (a !== undefined && b !== undefined && a.file === b.file && a.line === b.line)
    return `in the middle of line ${b.line} (${after!.function})`;
  if (b !== undefined) return `before line ${b.line} (${after!.function})`;
  if (a !== undefined) return `after line ${a.line} (${before!.function})`;
  return outer === 0 ? 'at the beginning' : `at the beginning of ${entries[begin]?.context}`;
}

function mentions(condition: string, name: string): boolean {
  const isWord = (c: string | undefined): boolean => c !== undefined && /[\w.[>]/.test(c);
  for (let at = condition.indexOf(name); at >= 0; at = condition.indexOf(name, at + 1))
    if (!isWord(condition[at - 1]) && !isWord(condition[at + name.length])) return true;
  return false;
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** What an access does where it stands: `reads 3`. */
export function doesOf(f: ReportFinding, n: number): string {
  const { operation } = f.accesses[n]!;
  if (f.kind === 'assertion') return f.isMisuse || f.isUndefined ? 'does so here' : 'fails here';
  const step = f.lockOrder?.[Math.floor(n / 2)];
  if (step !== undefined)
    return n % 2 === 0 ? `takes ${step.holds}` : `takes ${step.takes} while it holds ${step.holds}`;
  if (f.waiting !== undefined) return 'waits here';
  if (f.kind === 'deadlock') return f.example === '' ? 'waits here' : `waits here, reading${seenAt(f, n)}`;
  const [verb, doing, does] = operation === 'R' ? ['read', 'reading', 'reads'] : ['write', 'writing', 'writes'];
  if (f.kind !== 'atomicity' && n === 1)
    return f.kind === 'torn-access' ? `is in the middle of ${doing}` : `is about to ${verb}`;
  // Of a torn access the value is that of a piece.
  if (f.kind === 'torn-access') return `${does} it`;
  return `${does}${seenAt(f, n)}`;
}

/**
 * `main (level 0)`, `ADC (priority 3)`: only where priorities say who preempts whom, and in the numbers that the
 * hardware has for them, in which main has none. Threads are all on one level.
 */
export function withLevel({ program }: Pick<Report, 'program'>, access: ReportAccess): string {
  const { context, priority } = access;
  if (program.nesting.kind !== 'priority' || access.thread !== undefined) return actorOf(access);
  const { contexts } = program;
  const own = contexts.find((c) => c.name === context)?.hardwarePriority;
  if (priority > 0) return `${context} (priority ${own ?? priority})`;
  return contexts.some((c) => c.hardwarePriority !== undefined) ? context : `${context} (level ${priority})`;
}

/** Handlers by the name of their context, which is what the source calls them. */
export function functionName(
  { program }: Pick<Report, 'program'>,
  a: Pick<ReportAccess, 'context' | 'function'>,
): string {
  return program.contexts.find((c) => c.name === a.context)?.function === a.function ? a.context : a.function;
}

/** Undefined where harm is not asked for. */
export function harmOf({ kind, harm, difference, harmReason }: ReportFinding): string | undefined {
  if (harm === undefined) return undefined;
  if (kind === 'missing-volatile' && harm === 'harmful') return difference;
  return harm === 'harmful' ? `no serial order gives this: ${difference}` : `none was shown: ${harmReason}`;
}

export function replayCommand({ command }: Pick<Report, 'command'>, { schedule }: ReportFinding): string {
  return `preempt replay ${command} --schedule '${schedule}'`;
}

export function placeOf(f: ReportFinding): string {
  return shownPlace(primaryAccess(f)?.place, '');
}
