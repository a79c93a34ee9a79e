// Makes a program that shows a disagreement as small as it gets: parts are left out or replaced by simpler ones as long
// as it stays. Candidates that do not compile any more simply do not disagree.

import type { Expression, GeneratedProgram, Helper, Statement } from './syntax.js';

/** Whether a program still shows what is looked for. */
export type StillDisagrees = (program: GeneratedProgram) => Promise<boolean>;

export async function shrink(program: GeneratedProgram, stillDisagrees: StillDisagrees): Promise<GeneratedProgram> {
  let current = program;
  for (;;) {
    const smaller = await firstOf(candidates(current), stillDisagrees);
    if (smaller === undefined) return current;
    current = smaller;
  }
}

async function firstOf(
  programs: Iterable<GeneratedProgram>,
  accept: StillDisagrees,
): Promise<GeneratedProgram | undefined> {
  for (const program of programs) if (await accept(program)) return program;
  return undefined;
}

/** Every program that is one cut smaller, large cuts first. */
function* candidates(program: GeneratedProgram): Generator<GeneratedProgram> {
  const { helpers } = program;
  const bodies = (statements: readonly Statement[]) => bodiesWith(statements, helpers);
  yield* without(program.isrs).map((isrs) => ({ ...program, isrs }));
  yield* without(helpers).map((fewer) => ({ ...program, helpers: fewer }));
  for (const main of bodies(program.main)) yield { ...program, main };
  for (const [n, isr] of program.isrs.entries())
    for (const body of bodies(isr.body)) yield { ...program, isrs: program.isrs.with(n, { ...isr, body }) };
  for (const [n, helper] of helpers.entries()) {
    const put = (changed: typeof helper): GeneratedProgram => ({
      ...program,
      helpers: helpers.with(n, changed),
    });
    for (const body of bodies(helper.body)) yield put({ ...helper, body });
    if (helper.result !== undefined) for (const result of simpler(helper.result)) yield put({ ...helper, result });
  }
  yield* without(program.globals).map((globals) => ({ ...program, globals }));
  for (const [n, global] of program.globals.entries()) {
    const text = global.text.replace(/\bvolatile /, '');
    if (text !== global.text) yield { ...program, globals: program.globals.with(n, { ...global, text }) };
  }
  yield* settings(program);
}

/** Plainer circumstances under which it may still happen. */
function* settings(program: GeneratedProgram): Generator<GeneratedProgram> {
  if (program.arrivals > 1) yield { ...program, arrivals: 1 };
  if (program.nesting !== 'priority') yield { ...program, nesting: 'priority' };
  if (program.interrupts !== 'on') yield { ...program, interrupts: 'on' };
  if (program.unit !== 'task') yield { ...program, unit: 'task' };
  if (program.effect !== 'reaching') yield { ...program, effect: 'reaching' };
  const plain = 'x86_64-unknown-linux-gnu';
  if (program.target !== plain) yield { ...program, target: plain };
}

/** Runs of parts left out, the longest first. */
function without<T>(list: readonly T[]): readonly (readonly T[])[] {
  const results: (readonly T[])[] = [];
  for (let size = list.length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from + size <= list.length; from += size) results.push(list.toSpliced(from, size));
  return results;
}

function* bodiesWith(statements: readonly Statement[], helpers: readonly Helper[]): Generator<readonly Statement[]> {
  yield* without(statements);
  for (const [n, s] of statements.entries()) {
    for (const inner of contents(s, helpers)) yield statements.toSpliced(n, 1, ...inner);
    for (const changed of variants(s, helpers)) yield statements.with(n, changed);
  }
}

/** What a statement holds, to stand in its place. */
function contents(s: Statement, helpers: readonly Helper[]): readonly (readonly Statement[])[] {
  switch (s.kind) {
    case 'if':
      return [s.body, s.otherwise];
    case 'switch':
      return s.arms;
    case 'loop':
    case 'forever':
    case 'section':
      return [s.body];
    case 'call':
      return helpers.filter((h) => h.name === s.callee).map((h) => h.body);
    default:
      return [];
  }
}

/** The statement with a smaller part. */
function* variants(s: Statement, helpers: readonly Helper[]): Generator<Statement> {
  const bodies = (statements: readonly Statement[]) => bodiesWith(statements, helpers);
  switch (s.kind) {
    case 'assign':
      if (s.operator !== '=') yield { ...s, operator: '=' };
      for (const value of simpler(s.value)) yield { ...s, value };
      yield* places(s);
      return;
    case 'step':
      yield { kind: 'assign', to: s.to, operator: '=', value: { kind: 'number', value: 0 } };
      yield* places(s);
      return;
    case 'local':
      for (const value of simpler(s.value)) yield { ...s, value };
      return;
    case 'if':
      for (const body of bodies(s.body)) yield { ...s, body };
      for (const otherwise of bodies(s.otherwise)) yield { ...s, otherwise };
      for (const condition of simpler(s.condition)) yield { ...s, condition };
      return;
    case 'switch':
      for (const [n, arm] of s.arms.entries())
        for (const body of bodies(arm)) yield { ...s, arms: s.arms.with(n, body) };
      for (const value of simpler(s.value)) yield { ...s, value };
      return;
    case 'loop': {
      const { until, ...rest } = s;
      if (s.count > 2) yield { ...s, count: s.count > 8 ? s.count >> 1 : 2 };
      if (until !== undefined) {
        yield rest;
        for (const condition of simpler(until)) yield { ...s, until: condition };
      }
      for (const body of bodies(s.body)) yield { ...s, body };
      return;
    }
    case 'forever':
      if (s.rounds > 1) yield { ...s, rounds: s.rounds - 1 };
      for (const body of bodies(s.body)) yield { ...s, body };
      return;
    case 'section':
      yield { kind: 'plain', text: s.open };
      yield { kind: 'plain', text: s.close };
      for (const body of bodies(s.body)) yield { ...s, body };
      return;
    case 'assert':
    case 'assume':
      for (const condition of simpler(s.condition)) yield { ...s, condition };
      return;
    default:
      return;
  }
}

function* places<S extends Extract<Statement, { kind: 'assign' | 'step' }>>(s: S): Generator<S> {
  if (s.to.index === undefined) return;
  for (const index of simpler(s.to.index)) yield { ...s, to: { ...s.to, index } };
}

function* simpler(e: Expression): Generator<Expression> {
  if (e.kind === 'number') return;
  yield { kind: 'number', value: 0 };
  yield { kind: 'number', value: 1 };
  switch (e.kind) {
    case 'place':
      if (e.index !== undefined) for (const index of simpler(e.index)) yield { ...e, index };
      return;
    case 'binary':
      yield e.left;
      yield e.right;
      for (const left of simpler(e.left)) yield { ...e, left };
      for (const right of simpler(e.right)) yield { ...e, right };
      return;
    case 'conditional':
      yield e.consequent;
      yield e.alternative;
      yield e.condition;
      for (const condition of simpler(e.condition)) yield { ...e, condition };
      for (const consequent of simpler(e.consequent)) yield { ...e, consequent };
      for (const alternative of simpler(e.alternative)) yield { ...e, alternative };
      return;
    default:
      return;
  }
}
