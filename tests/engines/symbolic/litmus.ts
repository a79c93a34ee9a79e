// Tiny programs about the order of things, in litmus/, each with the complete set of its outcomes, and the TECS 2017
// paper's own in paper/, each with its verdict. An outcome is the final values of the globals out0, out1, …, which the
// program only writes. A program says in its first comment lines:
//   // platform: avr                 as --platform; also isr: NAME:IRQ:PRIORITY, interrupts: on|off, arrivals: N
//   // outcomes: 0 1; 2 -1; fails    all of them over all executions, out0 out1 …; `fails`: an assertion ends it
//   // verdict: holds|violated       in paper/: whether its assertions hold

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadProgram, type Program, type Request } from '../../../src/check.js';
import { pointer } from '../../../src/machine/memory/value.js';
import { Query } from '../../../src/solve/query.js';
import type { Solver } from '../../../src/solve/solver.js';
import type { Term } from '../../../src/solve/term.js';
import { BruteForce, type Execution } from '../../machine/brute-force.js';

/** A program with the flags that it is checked with. */
export interface TestProgram {
  readonly name: string;
  readonly request: Request;
  readonly arrivals: number;
}

export interface LitmusProgram extends TestProgram {
  /** Sorted, as `outcomesByBruteForce` writes them. */
  readonly outcomes: readonly string[];
}

export interface PaperProgram extends TestProgram {
  readonly verdict: 'holds' | 'violated';
}

/** More outcomes of one execution than this are a program that is no litmus test. */
const maxOutcomes = 64;

export const litmusPrograms: readonly LitmusProgram[] = programsIn('litmus', (program, field) => {
  const outcomes = (field('outcomes')[0] ?? '').split(';').map((text) => text.trim().replaceAll(/\s+/g, ' '));
  if (outcomes.includes('')) throw new Error(`${program.name}: it must say its outcomes`);
  return { ...program, outcomes: outcomes.sort() };
});

export const paperPrograms: readonly PaperProgram[] = programsIn('paper', (program, field) => {
  const verdict = field('verdict')[0];
  if (verdict !== 'holds' && verdict !== 'violated') throw new Error(`${program.name}: it must say its verdict`);
  return { ...program, verdict };
});

export async function loadTestProgram({ name, request }: TestProgram): Promise<Program> {
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') throw new Error(`${name}: ${loaded.diagnostics.map((d) => d.message).join('\n')}`);
  return loaded.value.program;
}

/** The globals out0, out1, … of a program, in order. */
export function outGlobals(program: Program): readonly string[] {
  const names: string[] = [];
  while (program.module.globals.has(`out${names.length}`)) names.push(`out${names.length}`);
  if (names.length === 0) throw new Error('a litmus program has a global out0');
  return names;
}

/**
 * Values of the out globals, numbers of the given width of which the uppermost bit is the sign, as `outcomes` writes
 * them.
 */
export function showOutcome(values: readonly { readonly width: number; readonly value: bigint }[]): string {
  return values.map(({ width, value }) => `${BigInt.asIntN(width, value)}`).join(' ');
}

/** All outcomes over all executions, sorted; arbitrary data takes every value that makes a difference. */
export function outcomesByBruteForce(
  program: Program,
  arrivals: number,
  createSolver: () => Solver,
): readonly string[] {
  const force = new BruteForce(program, { arrivals, createSolver });
  const query = new Query(force.machine.terms, createSolver);
  const found = new Set<string>();
  for (const execution of force.executions()) {
    if (execution.failure === undefined) for (const outcome of outcomesOf(execution, force, query)) found.add(outcome);
    else if (execution.failure.kind === 'assertion') found.add('fails');
    else throw new Error(`a litmus program only fails in assertions: ${execution.failure.message}`);
  }
  return [...found].sort();
}

function* outcomesOf({ state }: Execution, { program, machine }: BruteForce, query: Query): Generator<string> {
  const { terms } = machine;
  const outs = outGlobals(program).map((name) => {
    const { type } = program.module.globals.get(name)!;
    const address = pointer(machine.image.symbols.get(name)!, 0);
    return machine.arithmetic.term(type, machine.image.load(state.memory, address, type));
  });
  const others: Term[] = [];
  while (query.check([...state.path, ...others]).kind === 'sat') {
    if (others.length === maxOutcomes) throw new Error('one execution has too many outcomes');
    const values = outs.map((term) => ({ width: terms.width(term), value: query.model.value(term) }));
    yield showOutcome(values);
    const same = outs.map((term, n) => terms.eq(term, terms.constant(values[n]!.width, values[n]!.value)));
    others.push(terms.not(same.reduce((all, one) => terms.and(all, one))));
  }
}

type Field = (name: string) => readonly string[];

function programsIn<P>(folder: string, complete: (program: TestProgram, field: Field) => P): readonly P[] {
  const directory = fileURLToPath(new URL(`${folder}/`, import.meta.url));
  const files = readdirSync(directory).filter((name) => name.endsWith('.c'));
  return files.sort().map((name) => {
    const header = /^(?:\/\/.*\n)+/.exec(readFileSync(directory + name, 'utf8'))?.[0] ?? '';
    const field: Field = (wanted) =>
      [...header.matchAll(new RegExp(`^// ${wanted}: (.*)$`, 'gm'))].map((match) => match[1]!.trim());
    const platform = field('platform')[0];
    const interrupts = field('interrupts')[0];
    const request: Request = {
      paths: [directory + name],
      isrs: field('isr').map(readIsr),
      ...(platform === undefined ? {} : { platform }),
      ...(interrupts === undefined ? {} : { interrupts: interrupts as 'on' | 'off' }),
    };
    return complete({ name, request, arrivals: Number(field('arrivals')[0] ?? 1) }, field);
  });
}

function readIsr(text: string): NonNullable<Request['isrs']>[number] {
  const [name, irq, priority] = text.split(':');
  return { function: name!, irq: Number(irq), priority: Number(priority) };
}
