// Makes a program that shows a difference as small as it gets: parts are left out or replaced by simpler ones of the
// same type and range, as long as the difference stays. Nodes are safe by themselves (syntax.ts), so no step brings in
// undefined behaviour.

import type { Expression, Program, Statement } from './syntax.js';
import { isExpression, isStatement, type Path, walk } from './walk.js';

/** Whether a program still shows what is looked for. Programs that don't compile don't. */
export type StillFails = (program: Program) => Promise<boolean>;

export async function reduce(program: Program, stillFails: StillFails): Promise<Program> {
  let current = program;
  for (let isSmaller = true; isSmaller; ) {
    const before = current;
    for (const edits of [removals, unwrappings, simplifications]) current = await applyAll(current, edits, stillFails);
    isSmaller = current !== before;
  }
  return current;
}

type Edit = (program: Program) => Program;
type Node = Readonly<Record<string, unknown>>;

/** Tries the edits from the last to the first, so that those before a successful one stay where they were. */
async function applyAll(
  program: Program,
  editsOf: (program: Program) => readonly Edit[],
  stillFails: StillFails,
): Promise<Program> {
  let current = program;
  for (let at = editsOf(current).length - 1; at >= 0; at--) {
    const edit = editsOf(current)[at];
    if (edit === undefined) continue;
    const candidate = edit(current);
    if (await stillFails(candidate)) current = candidate;
  }
  return current;
}

/** Leaves out halves and quarters of every list, then single parts. */
function removals(program: Program): readonly Edit[] {
  const lists: { path: Path; length: number }[] = [];
  walk(program, (value, path) => {
    if (Array.isArray(value) && value.length > 0 && isRemovable(path))
      lists.push({ path, length: isReturn(value.at(-1)) ? value.length - 1 : value.length });
  });
  return lists.flatMap(({ path, length }) => {
    const edits: Edit[] = [];
    for (let size = 1; size <= length; size = size < length && size * 2 > length ? length : size * 2) {
      for (let from = 0; from < length; from += size) edits.push((p) => without(p, path, from, size));
    }
    return edits;
  });
}

/** At the end of a function it has to stay. */
function isReturn(part: unknown): boolean {
  return isStatement(part) && part.kind === 'return';
}

const removableLists = new Set([
  'functions',
  'globals',
  'records',
  'enumerations',
  'families',
  'body',
  'consequent',
  'alternative',
  'arms',
  'items',
]);

function isRemovable(path: Path): boolean {
  return removableLists.has(String(path.at(-1)));
}

/** Puts what a statement contains in its place, and operands in the place of operators. */
function unwrappings(program: Program): readonly Edit[] {
  const edits: Edit[] = [];
  walk(program, (value, path) => {
    if (isStatement(value) && typeof path.at(-1) === 'number') {
      for (const inner of bodiesOf(value)) edits.push((p) => splice(p, path, inner));
    }
    if (!isExpression(value)) return;
    walk(value, (part, within) => {
      if (within.length > 0 && isExpression(part) && fits(part, value)) edits.push((p) => replace(p, path, part));
    });
  });
  return edits;
}

/** Constants in the place of expressions. */
function simplifications(program: Program): readonly Edit[] {
  const edits: Edit[] = [];
  walk(program, (value, path) => {
    if (!isExpression(value)) return;
    const { type, range } = value;
    if (type.kind === 'integer') {
      const middle = range.low <= 0n && range.high >= 0n ? 0n : range.low > 0n ? range.low : range.high;
      if (value.kind === 'literal' && value.value === middle) return;
      edits.push((p) =>
        replace(p, path, {
          kind: 'literal',
          type,
          value: middle,
          style: 'decimal',
          range: { low: middle, high: middle },
        }),
      );
    } else if (type.kind === 'float' && value.kind !== 'float-literal') {
      edits.push((p) => replace(p, path, { kind: 'float-literal', type, value: 1, range }));
    }
  });
  return edits;
}

function fits(part: Expression, whole: Expression): boolean {
  if (part.kind === 'comma' || part.kind === 'step') return false;
  if (part.type.kind === 'integer' && whole.type.kind === 'integer') {
    return (
      part.type.name === whole.type.name && part.range.low >= whole.range.low && part.range.high <= whole.range.high
    );
  }
  return part.type === whole.type;
}

function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return [statement.consequent, statement.alternative];
    case 'switch':
      return statement.arms.map((arm) => arm.body);
    case 'web':
      return statement.segments.map((segment) => segment.body);
    case 'loop':
    case 'walk':
    case 'labelled':
    case 'block':
    case 'allocate':
    case 'list':
      return [statement.body];
    default:
      return [];
  }
}

function replace(program: Program, path: Path, by: unknown): Program {
  return update(program, path, () => by) as Program;
}

function without(program: Program, path: Path, from: number, count: number): Program {
  return update(program, path, (list) => (list as readonly unknown[]).toSpliced(from, count)) as Program;
}

function splice(program: Program, path: Path, by: readonly unknown[]): Program {
  return update(program, path.slice(0, -1), (list) =>
    (list as readonly unknown[]).toSpliced(path.at(-1) as number, 1, ...by),
  ) as Program;
}

function update(value: unknown, path: Path, change: (part: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(key as number, update(value[key as number], rest, change));
  return { ...(value as Node), [key]: update((value as Node)[key], rest, change) };
}
