// The points at which generated code asks whether an ISR comes, and the accesses that it reports: numbered, with the C
// text of each. Three orders of one finding are planned: as found, and with the preemption moved to just before (1) and
// just after (3); of programs with threads, the found one alone.

import { stringText } from '../../emit-c/names.js';
import type { Finding } from '../../findings/finding.js';
import type { Instruction } from '../../ir/instruction.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { Context } from '../../model/program.js';
import { shownPlace } from '../paths.js';
import type { Arrival, Mark, Occurrence, Recording, Who } from './recorded.js';

/** In which of the orders a point counts; the names are constants of the runtime. */
type Order = 'FOUND' | 'BEFORE' | 'AFTER' | 'FOUND | BEFORE | AFTER';

/** What happens at a point: an ISR comes, another thread goes on, or nobody does. */
type Happening =
  | { readonly kind: 'interrupt'; readonly isr: Context }
  | { readonly kind: 'switch'; readonly to: number; readonly name: string }
  | { readonly kind: 'deadlock' };

interface Point {
  readonly happens: Happening;
  /** Who passes it. */
  readonly who: Who;
  readonly at: Occurrence | undefined;
  readonly where: Arrival['where'] | 'behind';
  readonly orders: Order;
  /** `TIMER interrupts main before it writes count`. */
  readonly text: string;
  readonly pieces: readonly number[] | undefined;
}

export interface Plan {
  readonly points: readonly Point[];
  readonly marks: readonly Mark[];
  readonly texts: readonly string[];
  /** Compares the three orders. */
  readonly isCompared: boolean;
}

export function planOf(recording: Recording, finding: Finding, base: string): Plan {
  const { arrivals, marks, machine } = recording;
  const hasThreads = machine.program.contexts.some((c) => c.kind === 'thread');
  const moved = finding.kind === 'atomicity' && !hasThreads ? arrivalsBetween(recording) : [];
  const interrupts = arrivals.map((a): Point & { position: number } => ({
    happens: { kind: 'interrupt', isr: a.isr },
    who: a.interrupted,
    at: a.at,
    where: a.where,
    orders: moved.includes(a) ? 'FOUND' : 'FOUND | BEFORE | AFTER',
    text: arrivalText(recording, a, base),
    pieces: a.pieces,
    position: a.position,
  }));
  const inOrder = [...interrupts, ...switches(recording, base)].sort((a, b) => a.position - b.position);
  const points: Point[] = [...inOrder, ...lastPoints(recording)];
  const [first, last] = [marks.find((m) => m.number === 1), marks.find((m) => m.number === 3)];
  const isCompared = moved.length > 0 && first !== undefined && last !== undefined;
  for (const { isr } of isCompared ? moved : []) {
    points.push(
      {
        happens: { kind: 'interrupt', isr },
        who: first!.at.who,
        at: first!.at,
        where: 'before',
        orders: 'BEFORE',
        text: `${isr.name} comes before (1)`,
        pieces: undefined,
      },
      {
        happens: { kind: 'interrupt', isr },
        who: last!.at.who,
        at: last!.at,
        where: 'behind',
        orders: 'AFTER',
        text: `${isr.name} comes after (3)`,
        pieces: undefined,
      },
    );
  }
  return {
    points,
    marks,
    texts: marks.map((m) => {
      const does = m.operation === 'R' ? 'reads' : 'writes';
      return m.isBlock ? `${m.at.who.name} ${does} the rest of ${m.what}` : `${m.at.who.name} ${does} ${m.what}`;
    }),
    isCompared,
  };
}

/**
 * The ISRs that came between (1) and (3) and interrupted the unit itself: in the other orders they come before or
 * after.
 */
function arrivalsBetween({ arrivals, marks }: Recording): readonly Arrival[] {
  const [first, last] = [marks.find((m) => m.number === 1), marks.find((m) => m.number === 3)];
  if (first?.position === undefined || last?.position === undefined) return [];
  const [from, to] = [first.position, last.position];
  return arrivals.filter((a) => a.interrupted.number === first.at.who.number && a.position > from && a.position < to);
}

function switches(recording: Recording, base: string): readonly (Point & { position: number })[] {
  return recording.threads.handovers.map(({ to, name, from, at, pieces, position }) => {
    const where = at === undefined ? '' : placeText(recording, at, base);
    const stands = at === undefined ? 'has ended' : where === '' ? 'stops' : `stops at ${where}`;
    return {
      happens: { kind: 'switch', to, name },
      who: from,
      at,
      where: at === undefined ? 'after-end' : 'before',
      orders: 'FOUND',
      text: `${from.name} ${stands}: ${name} goes on`,
      pieces,
      position,
    };
  });
}

/** Behind the schedule: nobody goes on; or, once an access of a race was made, the other one is. */
function lastPoints({ marks, threads }: Recording): readonly Point[] {
  const { deadlock } = threads;
  const common = { orders: 'FOUND', pieces: undefined } as const;
  if (deadlock !== undefined) {
    const where = deadlock.at === undefined ? 'after-end' : 'before';
    return [{ ...common, ...deadlock, where, happens: { kind: 'deadlock' }, text: 'nobody goes on:' }];
  }
  const pending = marks.find((m) => m.position === undefined)?.at.who;
  const made = marks.findLast((m) => m.position !== undefined)?.at;
  if (pending?.thread === undefined || made?.who.thread === undefined || made.who.thread === pending.thread) return [];
  const { name, thread: to } = pending;
  const happens = { kind: 'switch', to, name } as const;
  return [{ ...common, happens, who: made.who, at: made, where: 'behind', text: `${name} goes on` }];
}

function arrivalText(recording: Recording, a: Arrival, base: string): string {
  const { marks } = recording;
  const whom = a.interrupted.name;
  if (a.where === 'after-end') return `${a.isr.name} comes after ${whom} has ${whom === 'main' ? 'returned' : 'ended'}`;
  if (a.where === 'idle' || a.at === undefined) return `${a.isr.name} interrupts ${whom}, which has nothing left to do`;
  const { instruction: i } = a.at;
  const where = placeText(recording, a.at, base);
  const at = where === '' ? '' : ` (${where})`;
  const what = marks.find((m) => m.at.instruction === i)?.what;
  if (a.pieces !== undefined)
    return `${a.isr.name} interrupts ${whom} in the middle of ${i.op === 'load' ? 'reading' : 'writing'} ${what ?? 'a variable'}${at}`;
  if (i.op === 'call' && what !== undefined) return `${a.isr.name} interrupts ${whom} while it copies ${what}${at}`;
  const does = what === undefined ? 'goes on' : i.op === 'load' ? `reads ${what}` : `writes ${what}`;
  return `${a.isr.name} interrupts ${whom} before it ${does}${at}`;
}

/** File and line, of the program itself. */
function placeText({ machine }: Recording, { shownAt }: Occurrence, base: string): string {
  const place = shownAt && instructionPlace(machine.program.module, shownAt.id);
  return shownPlace(place && { ...place, column: 0 }, base);
}

/** The tables that the runtime works through. */
export function planTables({ points, marks, texts }: Plan): string {
  const point = (p: Point): string => {
    const at = p.at?.address;
    const where = at === undefined ? '0, 1' : `0x${at.toString(16)}u, 0`;
    return `    { ${p.who.number}, ${where}, ${p.at?.count ?? 1}, ${p.orders}, ${stringText(p.text)}, 0, 0 },`;
  };
  const mark = (m: Mark, n: number): string => {
    const at = m.at.address;
    const where = at === undefined ? '0, 1' : `0x${at.toString(16)}u, 0`;
    const { expected } = m;
    const value = m.isBlock
      ? '2, 0, ""'
      : expected === undefined
        ? '0, 0, ""'
        : `1, UINT64_C(0x${expected.bits.toString(16)}), ${stringText(expected.text)}`;
    return `    { ${m.number}, ${m.at.who.number}, ${where}, ${m.at.count}, ${stringText(texts[n]!)}, ${value}, 0, 0, 0 },`;
  };
  return [
    '/* Where interrupts come, or other threads go on: in which context, address, whether any address counts, the how manieth time, in which orders. */',
    'static struct point points[] = {',
    ...points.map(point),
    '    { 0, 0, 1, 0, 0, "", 0, 0 },',
    '};',
    '',
    '/* The accesses of the finding: number, context, address, the how manieth time, and the value that was found. */',
    'static struct mark marks[] = {',
    ...marks.map(mark),
    '    { 0, 0, 0, 1, 0, "", 0, 0, "", 0, 0, 0 },',
    '};',
    `enum { POINTS = ${points.length}, MARKS = ${marks.length} };`,
  ].join('\n');
}

export function pointsAt(plan: Plan, i: Instruction, where: readonly Point['where'][]): readonly number[] {
  return plan.points.flatMap((p, n) => (p.at?.instruction === i && where.includes(p.where) ? [n] : []));
}

export function marksAt(plan: Plan, i: Instruction): readonly number[] {
  return plan.marks.flatMap((m, n) => (m.at.instruction === i ? [n] : []));
}
