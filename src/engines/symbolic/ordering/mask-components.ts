// The parts of what decides whether an ISR may start, as locations that instances read and write. Which of them an
// operation reads or sets is found out by trying: what comes out the same whatever it was before has been set; where
// the rest of the outcome differs, it was read.

import { ceilingFrom } from '../../../machine/interrupts.js';
import type { Machine } from '../../../machine/machine.js';
import { Symbolic, type Value } from '../../../machine/memory/value.js';
import type { State } from '../../../machine/state.js';
import { answerTo, STEP } from '../../../machine/transition.js';
import type { Context } from '../../../model/program.js';
import { Substitution } from '../../../solve/substitute.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { RegisterContents } from './register-contents.js';

export interface MaskComponent {
  readonly name: string;
  readonly width: number;
  readonly kind: 'flag' | 'pended' | 'mask' | 'ceiling' | 'register';
  /** The context of flags and pending bits, the address of registers. */
  readonly subject: number;
  readonly initial: number;
  /** All that it can be. */
  readonly values: readonly number[];
  /** Exclusive or with these bits gives a value that shows whether it matters. */
  readonly flipped: number;
  of(state: State): number;
  /** That the ISR may start, as far as this part is concerned; undefined if it does not matter. */
  enables(isr: Context): ((terms: Terms, value: Term) => Term) | undefined;
  /** What the ISR's start and its end set it to; undefined if nothing. */
  atEntry(isr: Context): number | undefined;
  atExit(isr: Context): number | undefined;
}

export function componentsOf(machine: Machine, initial: State, registers: RegisterContents): readonly MaskComponent[] {
  const { program, isrs } = machine;
  if (isrs.length === 0) return [];
  const { nesting } = program.platform;
  const isMasked = nesting.kind === 'masked';
  const never = (): undefined => undefined;
  const isTrue = (_terms: Terms, value: Term): Term => value;
  const component = (
    part: Pick<MaskComponent, 'name' | 'kind' | 'subject' | 'of' | 'enables'> & Partial<MaskComponent>,
  ): MaskComponent => ({
    width: 1,
    values: [0, 1],
    flipped: 1,
    initial: part.of(initial),
    atEntry: never,
    atExit: never,
    ...part,
  });
  const levels = new Set([0]);
  for (const o of program.operations)
    if ((o.effect.kind === 'set-ceiling' || o.effect.kind === 'raise-ceiling') && o.value !== undefined)
      levels.add(o.text.startsWith('preempt_') ? o.value : ceilingFrom(program, o.value));
  return [
    ...isrs.map((own) =>
      component({
        name: `flag of ${own.name}`,
        kind: 'flag',
        subject: own.id,
        of: (state) => Number(state.flags[own.id]),
        enables: (isr) => (isr === own ? isTrue : undefined),
      }),
    ),
    ...isrs
      .filter((isr) => isr.softwarePended)
      .map((own) =>
        component({
          name: `${own.name} pended`,
          kind: 'pended',
          subject: own.id,
          of: (state) => Number(state.pended[own.id]),
          enables: (isr) => (isr === own ? isTrue : undefined),
          atEntry: (isr) => (isr === own ? 0 : undefined),
        }),
      ),
    component({
      name: 'global mask',
      kind: 'mask',
      subject: -1,
      of: (state) => Number(state.maskOpen),
      enables: (isr) => (isr.nonMaskable ? undefined : isTrue),
      atEntry: () => (isMasked ? 0 : undefined),
      atExit: () => (isMasked ? 1 : undefined),
    }),
    component({
      name: 'ceiling',
      kind: 'ceiling',
      flipped: 255,
      subject: -1,
      width: 8,
      values: [...levels],
      of: (state) => state.ceiling,
      enables: (isr) =>
        isr.nonMaskable ? undefined : (terms, value) => terms.ult(value, terms.constant(8, isr.priority)),
    }),
    ...[...registers.all].map(([address, contents]) =>
      component({
        name: registers.name(address),
        kind: 'register',
        subject: address,
        width: 32,
        values: [...contents],
        flipped: registers.keptBits(address),
        of: (state) => registers.of(state, address),
        enables: never,
      }),
    ),
  ];
}

export function setMask(state: State, mask: MaskComponent, value: number): void {
  switch (mask.kind) {
    case 'flag':
      state.flags[mask.subject] = value === 1;
      return;
    case 'pended':
      state.pended[mask.subject] = value === 1;
      return;
    case 'mask':
      state.maskOpen = value === 1;
      return;
    case 'ceiling':
      state.ceiling = value;
      return;
    case 'register':
      state.registers.set(mask.subject, value);
  }
}

interface Tried {
  readonly answers: readonly boolean[];
  readonly masks: readonly number[];
  readonly registers: readonly Value[];
  /** Arbitrary data that the step asked for. */
  readonly inputs: readonly Term[];
}

/** The parts that the next step reads, whatever is decided in it. */
export function masksRead(machine: Machine, state: State, masks: readonly MaskComponent[]): readonly MaskComponent[] {
  const plain = tries(machine, state, masks, []);
  return masks.filter((mask, n) => {
    const changed = tries(machine, flipped(state, mask), masks, []);
    return changed.some((c) => {
      const p = plain.find((t) => t.answers.join() === c.answers.join());
      if (p === undefined) return true;
      const depends = p.masks[n] !== c.masks[n] && !isKept(mask, state, p.masks[n]!, c.masks[n]!);
      const others = c.masks.some((v, k) => k !== n && v !== p.masks[k]);
      return depends || others || !sameRegisters(machine.terms, p, c);
    });
  });
}

/** The parts that the step sets, with these decisions. */
export function masksWritten(
  machine: Machine,
  state: State,
  masks: readonly MaskComponent[],
  answers: readonly boolean[],
): readonly MaskComponent[] {
  const [plain] = tries(machine, state, masks, answers);
  return masks.filter((mask, n) => {
    const [changed] = tries(machine, flipped(state, mask), masks, answers);
    return !isKept(mask, state, plain!.masks[n]!, changed!.masks[n]!);
  });
}

/** The step on copies, with every answer to what it asks. */
function tries(
  machine: Machine,
  state: State,
  masks: readonly MaskComponent[],
  answers: readonly boolean[],
): readonly Tried[] {
  const copy = state.clone();
  const known = copy.memory.inputs;
  let stepped = machine.take(copy, STEP);
  for (const answer of answers) {
    if (stepped.kind !== 'undecided') break;
    machine.take(copy, answerTo(stepped.question, answer));
    stepped = machine.take(copy, STEP);
  }
  if (stepped.kind === 'undecided')
    return [true, false].flatMap((answer) => tries(machine, state, masks, [...answers, answer]));
  const inputs: Term[] = [];
  for (let input = copy.memory.inputs; input !== known && input !== undefined; input = input.previous)
    inputs.push(input.term);
  const registers = copy.running === undefined ? [] : copy.top().registers;
  return [{ answers, masks: masks.map((m) => m.of(copy)), registers, inputs }];
}

/** Up to the names of the arbitrary data that each try has drawn. */
function sameRegisters(terms: Terms, p: Tried, c: Tried): boolean {
  if (p.inputs.length !== c.inputs.length) return false;
  const renamed = new Substitution(
    terms,
    c.inputs.map((input, n) => [input, p.inputs[n]!] as const),
  );
  return c.registers.every((value, k) => {
    const other = p.registers[k];
    if (!(value instanceof Symbolic) || !(other instanceof Symbolic)) return value === other;
    return renamed.apply(value.term) === other.term;
  });
}

function flipped(state: State, mask: MaskComponent): State {
  const copy = state.clone();
  setMask(copy, mask, mask.of(state) ^ mask.flipped);
  return copy;
}

function isKept(mask: MaskComponent, state: State, after: number, afterChanged: number): boolean {
  return after === mask.of(state) && afterChanged === (mask.of(state) ^ mask.flipped);
}
