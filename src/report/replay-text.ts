// A replay for a person: one line for each visible step with its number, value, function and place; what preempts is
// indented, and the name of a thread stands above what it does. And the reason, as a diagnostic, why a schedule cannot
// happen.

import { type Diagnostic, errorAt, type Place } from '../base/diagnostic.js';
import { assertNever } from '../base/internal-error.js';
import { collapsed } from '../execution/collapse.js';
import type { NarratedEvent } from '../execution/narrated-event.js';
import type { Cause, Refusal } from '../execution/refusal.js';
import type { Replay } from '../execution/replay.js';
import { type Choice, printChoice, printSchedule, type Schedule, type ScheduleProblem } from '../execution/schedule.js';
import { MAX_REENTRY } from '../machine/interrupts.js';
import { guarded, inert, printable } from './inert.js';
import type { TextStyle } from './inspect-text.js';
import { shortNames, shownPath, shownPlace } from './paths.js';

/** Columns of a line before its function and place; wider ones push them to the right. */
const maxLeft = 44;
const maxFunction = 14;

export function replayText(replay: Replay, schedule: Schedule, style: TextStyle): string {
  const digits = String(Math.max(0, replay.steps - 1)).length;
  const events = collapsed(replay.events).map((c) => c.event);
  const names = shortened(events, style.base);
  const rows = events.flatMap((e, m) => [
    ...(e.thread === events[m - 1]?.thread
      ? []
      : [{ left: `${' '.repeat(digits)}  ${style.heading(inert(e.thread!))}`, function: '', place: '' }]),
    ...linesOf(e, digits, style).map((text, n) => ({
      left: text,
      function: inert(functionOf(e)),
      place: n === 0 ? inert(placeOf(e, names, style.base)) : '',
    })),
  ]);
  const located = rows.filter((r) => r.place !== '');
  const width = (limit: number, texts: readonly string[]): number =>
    Math.min(limit, Math.max(0, ...texts.map((t) => [...t].length)));
  const [first, second] = [
    width(
      maxLeft,
      located.map((r) => r.left),
    ),
    width(
      maxFunction,
      located.map((r) => r.function),
    ),
  ];
  const lines = rows.map((r) =>
    r.place === '' ? r.left : `${padded(r.left, first)}  ${padded(r.function, second)}  ${r.place}`,
  );
  const head = printSchedule(schedule);
  const files = [...names]
    .filter(([path, short]) => path !== short)
    .map(([path]) => `${style.heading('Source')}    ${inert(path)}\n`);
  const title = `${style.heading('Schedule')}  ${head === '' ? 'no interrupt, no input' : inert(head)}\n${files.join('')}`;
  return guarded(`${title}\n${lines.map((l) => `${l}\n`).join('')}\n${printable(endingText(replay, style))}\n`);
}

/** Style adds characters that take no room on the screen, but only to lines without a place. */
function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length));
}

/** Files by their short names. */
function shortened(events: readonly NarratedEvent[], base: string): ReadonlyMap<string, string> {
  return shortNames(
    events.flatMap((e) => (e.place === undefined || isFrame(e) ? [] : [shownPath(e.place.file, base)])),
  );
}

/** It is no step. */
function isFrame({ event }: NarratedEvent): boolean {
  return event.kind === 'start' || event.kind === 'end' || event.kind === 'switch' || event.kind === 'thread-end';
}

function functionOf({ event, context, function: name }: NarratedEvent): string {
  return 'function' in event && event.function === context.function ? context.name : name;
}

function placeOf(narrated: NarratedEvent, names: ReadonlyMap<string, string>, base: string): string {
  const { place } = narrated;
  if (isFrame(narrated) || place === undefined) return '';
  const file = shownPath(place.file, base);
  return shownPlace({ ...place, file: names.get(file) ?? file }, base);
}

/** Effects that do not fit behind an operation stand below it. */
function linesOf(narrated: NarratedEvent, digits: number, style: TextStyle): readonly string[] {
  const { kind } = narrated.event;
  // The name of the thread stands above.
  if (kind === 'switch') return [];
  const number = (isFrame(narrated) || kind === 'wait' ? '' : String(narrated.step)).padStart(digits);
  const bars = '│ '.repeat(kind === 'start' || kind === 'end' ? narrated.depth - 1 : narrated.depth);
  const line = `${number}  ${bars}${what(narrated, style)}`;
  if (narrated.effects.length === 0) return [line];
  const effects = narrated.effects.map(inert);
  const whole = `${line} (${effects.join(', ')})`;
  return [...whole].length <= maxLeft ? [whole] : [line, ...effects.map((e) => `${' '.repeat(digits)}  ${bars}  ${e}`)];
}

function what(narrated: NarratedEvent, style: TextStyle): string {
  const { event } = narrated;
  const text = inert(narrated.what);
  const value = narrated.value === undefined ? undefined : inert(narrated.value);
  switch (event.kind) {
    case 'start':
      return `┌ ${style.heading(text)} starts`;
    case 'end':
      return `└ ${text} ends`;
    case 'switch':
      return `${text} goes on`;
    case 'thread-end':
      return `${text} ends`;
    case 'access':
      return `${event.operation} ${text} = ${value ?? '?'}`;
    case 'misuse':
    case 'free':
    case 'mask':
    case 'wait':
      return text;
    case 'call':
      return value === undefined ? text : `${text} returns ${value}`;
    default:
      return assertNever(event);
  }
}

function endingText({ ending, steps }: Replay, { base }: TextStyle): string {
  const after = `after ${counted(steps, 'step')}`;
  switch (ending.kind) {
    case 'complete':
      switch (ending.how) {
        case 'end':
          return `Ends ${after}: nothing is left to do.`;
        case 'exit':
          return `Ends ${after}: the program exits.`;
        case 'stop':
          return `Stops ${after}, as the schedule says.`;
        case 'repeats':
          return `Repeats itself for ever ${after}.`;
        case 'limit':
          return `Goes on ${after}; the rest is not shown.`;
        default:
          return assertNever(ending.how);
      }
    case 'failed': {
      const place = shownPlace(ending.place, base);
      return `Fails ${after}: ${ending.failure.message}, in ${ending.function}${place === '' ? '' : ` at ${place}`} [${ending.failure.kind}]`;
    }
    case 'unmodelled': {
      const place = shownPlace(ending.place, base);
      return `Unknown ${after}: ${ending.what}${place === '' ? '' : ` at ${place}`} is not modelled.`;
    }
    case 'refused':
      return `Impossible ${after}: ${refusalDiagnostic(ending.refusal, base).message}.`;
    default:
      return assertNever(ending);
  }
}

export function scheduleProblem(text: string, { column, message }: ScheduleProblem): Diagnostic {
  return errorAt(
    'bad-schedule',
    `--schedule, column ${column}: ${message}`,
    undefined,
    `  ${text}\n  ${' '.repeat(column - 1)}^`,
  );
}

/** The schedule cannot happen: which step, and what stands in the way. */
export function refusalDiagnostic(refusal: Refusal, base: string): Diagnostic {
  const say = (message: string, place?: Place): Diagnostic => errorAt('impossible-schedule', message, place);
  switch (refusal.kind) {
    case 'unknown-isr': {
      const known =
        refusal.known.length === 0
          ? 'there is none'
          : `there ${refusal.known.length === 1 ? 'is' : 'are'} ${refusal.known.join(', ')}`;
      return say(`no interrupt handler is called ${refusal.name}; ${known}`);
    }
    case 'cannot-start': {
      const when = refusal.place === undefined ? 'at the end' : `before step ${refusal.step}`;
      return say(`${refusal.isr.name} cannot start ${when}: ${obstacleText(refusal, base)}`, refusal.place);
    }
    case 'cannot-switch':
      return say(`thread ${refusal.thread} cannot go on before step ${refusal.step}`, refusal.place);
    case 'never-reached':
      return say(`${impossible(refusal.choice)}: ${endReached(refusal, base)}`);
    case 'out-of-order':
      return say(
        `${impossible(refusal.choice)}: ${counted(refusal.steps, 'step')} ${refusal.steps === 1 ? 'was' : 'were'} made before its turn came`,
      );
    case 'indivisible':
      return say(`step ${refusal.step} is indivisible: it has no pieces whose order could be reversed`, refusal.place);
    case 'value-too-wide':
      return say(
        `value ${refusal.value} does not fit in ${counted(refusal.bits, 'bit')}: it is the ${ordinal(refusal.position)} of the schedule, for ${refusal.input}`,
        refusal.place,
      );
    case 'too-few-values':
      return say(
        `the schedule gives ${counted(refusal.given, 'value')}; step ${refusal.step} needs another one, of ${counted(refusal.bits, 'bit')}, for ${refusal.input}`,
        refusal.place,
      );
    case 'too-many-values':
      return say(
        `the schedule gives ${counted(refusal.given, 'value')}, but the program asks for ${refusal.used === 0 ? 'none' : `only ${refusal.used}`}`,
      );
    case 'assumption':
      return say(`the assumption at step ${refusal.step} does not hold in this execution`, refusal.place);
    default:
      return assertNever(refusal);
  }
}

function obstacleText(
  { isr, obstacle, cause, ceiling }: Extract<Refusal, { kind: 'cannot-start' }>,
  base: string,
): string {
  switch (obstacle.kind) {
    case 'flag':
      return cause?.kind === 'initially'
        ? `it is off from the start on, because ${cause.because}`
        : `it is disabled there ${since(cause, base)}`;
    case 'mask':
      return cause?.kind === 'initially'
        ? `it is masked there from the start on: ${cause.because}`
        : `it is masked there ${since(cause, base)}`;
    case 'ceiling':
      return `its priority ${isr.priority} is not above the ceiling ${ceiling}, there ${since(cause, base)}`;
    case 'atomic':
      return `an atomic section runs ${since(cause, base)}`;
    case 'pending':
      return 'nothing has pended it';
    case 'arrivals':
      return 'it has arrived as often as is allowed';
    case 'elsewhere':
      return 'it starts only at calls that name it, and the next step is none of them';
    case 'arrived':
      return 'it has started at this call already';
    case 'active':
      return 'it is active there already';
    case 'reentry':
      return `it runs ${MAX_REENTRY} times at once there, and is entered no further`;
    case 'no-nesting':
      return `${obstacle.running.name} runs there, and handlers do not nest on this platform`;
    case 'priority':
      return `it has priority ${isr.priority}, not above ${obstacle.running.name}'s ${obstacle.running.priority}`;
    default:
      return assertNever(obstacle);
  }
}

function since(cause: Cause | undefined, base: string): string {
  if (cause === undefined) return 'since the start';
  switch (cause.kind) {
    case 'initially':
      return 'since the start';
    case 'entry':
      return `since ${cause.isr.name} started: entry closes the global mask`;
    case 'operation': {
      const place = shownPlace(cause.place, base);
      return `since ${place === '' ? `step ${cause.step}` : place}, ${cause.what}`;
    }
    default:
      return assertNever(cause);
  }
}

function endReached({ steps, because, place }: Extract<Refusal, { kind: 'never-reached' }>, base: string): string {
  switch (because) {
    case 'end':
      return `the program ends at step ${steps}`;
    case 'exit':
      return `the program exits at step ${steps}`;
    case 'failure':
      return `the program fails at step ${steps}${place === undefined ? '' : `, ${shownPlace(place, base)}`}`;
    case 'limit':
      return `it was not reached within ${counted(steps, 'step')}`;
    default:
      return assertNever(because);
  }
}

function impossible(choice: Choice): string {
  switch (choice.kind) {
    case 'start':
      return `${choice.isr} cannot start ${choice.at === 'end' ? 'at the end' : `before step ${choice.at}`}`;
    case 'switch':
      return `thread ${choice.thread} cannot go on before step ${choice.at}`;
    case 'descending':
      return `there is no step ${choice.at} to reverse`;
    case 'stop':
      return `nothing stops at step ${choice.at} (${printChoice(choice)})`;
    default:
      return assertNever(choice);
  }
}

function counted(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}

function ordinal(n: number): string {
  const suffix = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${suffix}`;
}
