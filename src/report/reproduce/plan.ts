// The points at which generated code asks whether an ISR comes, and the accesses that it reports: numbered, with the C
// text of each. Three orders of one finding are planned: as found, and with the preemption moved to just before (1) and
// just after (3).

import { stringText } from '../../emit-c/names.js';
import type { Finding } from '../../findings/finding.js';
import type { Instruction } from '../../ir/instruction.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { Context } from '../../model/program.js';
import { shownPlace } from '../paths.js';
import type { Arrival, Mark, Occurrence, Recording } from './recorded.js';

/** In which of the orders a point counts; the names are constants of the runtime. */
type Order = 'FOUND' | 'BEFORE' | 'AFTER' | 'FOUND | BEFORE | AFTER';

interface Point {
  readonly isr: Context;
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
  const { arrivals, marks } = recording;
  const moved = finding.kind === 'atomicity' ? arrivalsBetween(recording) : [];
  const points: Point[] = arrivals.map((a) => ({
    isr: a.isr,
    at: a.at,
    where: a.where,
    orders: moved.includes(a) ? 'FOUND' : 'FOUND | BEFORE | AFTER',
    text: arrivalText(recording, a, base),
    pieces: a.pieces,
  }));
  const [first, last] = [marks.find((m) => m.number === 1), marks.find((m) => m.number === 3)];
  const isCompared = moved.length > 0 && first !== undefined && last !== undefined;
  for (const { isr } of isCompared ? moved : []) {
    points.push(
      {
        isr,
        at: first!.at,
        where: 'before',
        orders: 'BEFORE',
        text: `${isr.name} comes before (1)`,
        pieces: undefined,
      },
      { isr, at: last!.at, where: 'behind', orders: 'AFTER', text: `${isr.name} comes after (3)`, pieces: undefined },
    );
  }
  return {
    points,
    marks,
    texts: marks.map((m) => {
      const does = m.operation === 'R' ? 'reads' : 'writes';
      return m.isBlock
        ? `${m.at.context.name} ${does} the rest of ${m.what}`
        : `${m.at.context.name} ${does} ${m.what}`;
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
  return arrivals.filter((a) => a.interrupted === first.at.context && a.position > from && a.position < to);
}

function arrivalText({ machine, marks }: Recording, a: Arrival, base: string): string {
  const whom = a.interrupted.name;
  if (a.where === 'after-main') return `${a.isr.name} comes after main has returned`;
  if (a.where === 'idle' || a.at === undefined) return `${a.isr.name} interrupts ${whom}, which has nothing left to do`;
  const { instruction: i } = a.at;
  const place = instructionPlace(machine.program.module, i.id);
  const where = shownPlace(place && { ...place, column: 0 }, base);
  const at = where === '' ? '' : ` (${where})`;
  const what = marks.find((m) => m.at.instruction === i)?.what;
  if (a.pieces !== undefined)
    return `${a.isr.name} interrupts ${whom} in the middle of ${i.op === 'load' ? 'reading' : 'writing'} ${what ?? 'a variable'}${at}`;
  if (i.op === 'call' && what !== undefined) return `${a.isr.name} interrupts ${whom} while it copies ${what}${at}`;
  const does = what === undefined ? 'goes on' : i.op === 'load' ? `reads ${what}` : `writes ${what}`;
  return `${a.isr.name} interrupts ${whom} before it ${does}${at}`;
}

/** The tables that the runtime works through. */
export function planTables({ points, marks, texts }: Plan): string {
  const point = (p: Point): string => {
    const at = p.at?.address;
    const where = at === undefined ? '0, 1' : `0x${at.toString(16)}u, 0`;
    return `    { ${p.at?.context.id ?? 0}, ${where}, ${p.at?.count ?? 1}, ${p.orders}, ${stringText(p.text)}, 0, 0 },`;
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
    return `    { ${m.number}, ${m.at.context.id}, ${where}, ${m.at.count}, ${stringText(texts[n]!)}, ${value}, 0, 0, 0 },`;
  };
  return [
    '/* Where interrupts come: in which context, address, whether any address counts, the how manieth time, in which orders. */',
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
