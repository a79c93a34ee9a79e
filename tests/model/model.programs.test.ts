// Small C programs that say themselves what is shared: `// SHARED:` is the whole list, `// NOT-SHARED:` what an
// imprecise analysis would add. On a line, `// POINT: isr_1` gives the relevant ISRs of an interruption point, `//
// WRITTEN-BY: isr_1` whose footprints write what it accesses.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ContextId, Program } from '../../src/model/program.js';
import { overlap } from '../../src/model/region.js';
import { regionName } from '../../src/report/region-name.js';
import { loadText } from './load.js';

interface TestProgram {
  readonly file: string;
  readonly text: string;
}

function programsIn(folder: string): readonly TestProgram[] {
  const url = new URL(folder, import.meta.url);
  const files = readdirSync(url).filter((name) => name.endsWith('.c'));
  return files.map((file) => ({ file, text: readFileSync(new URL(file, url), 'utf8') }));
}

function expectation(text: string, label: string): readonly string[] {
  const list = new RegExp(`^// ${label}: (.*)$`, 'm').exec(text)?.[1];
  if (list === undefined) throw new Error(`there is no ${label} comment`);
  // Names in braces, as of unions, hold commas.
  return list === 'none' ? [] : list.split(/, (?![^{]*\})/);
}

/** `3: isr_1, isr_2` for each line with a comment `// POINT: isr_1, isr_2`, or with another label. */
function onLines(text: string, label: string): readonly string[] {
  return text.split('\n').flatMap((line, n) => {
    const names = new RegExp(`// ${label}: (.*)$`).exec(line)?.[1];
    return names === undefined ? [] : [`${n + 1}: ${names}`];
  });
}

function relevantOn(program: Program, line: number): readonly ContextId[] {
  return program.interruptionPoints.filter((p) => p.place?.line === line).flatMap((p) => p.relevant);
}

/** The other contexts that may write what the accesses on the line touch. */
function writersOn(program: Program, line: number): readonly ContextId[] {
  const here = program.accesses.filter((a) => a.place?.line === line);
  return program.footprints
    .filter((f) =>
      here.some((a) => a.context !== f.context && a.regions.some((mine) => f.writes.some((w) => overlap(mine, w)))),
    )
    .map((f) => f.context);
}

function expectOnLines(
  program: Program,
  text: string,
  label: string,
  found: (program: Program, line: number) => readonly ContextId[],
): void {
  const expected = onLines(text, label);
  const actual = expected.map((e) => {
    const line = Number.parseInt(e, 10);
    const ids = [...new Set(found(program, line))].sort((x, y) => x - y);
    return `${line}: ${ids.map((id) => program.contexts[id]!.name).join(', ')}`;
  });
  expect(actual).toEqual(expected);
}

async function check({ file, text }: TestProgram): Promise<void> {
  const { program } = await loadText({ [file]: text });
  expect(program.shared.map((v) => v.name).filter((name) => !name.startsWith('preempt_'))).toEqual(
    [...expectation(text, 'SHARED')].sort(),
  );
  const reached = new Set(program.accesses.flatMap((a) => a.regions.map((r) => regionName(program, r))));
  for (const name of expectation(text, 'NOT-SHARED')) {
    const isLocal = program.objects.some((o) => o.kind === 'local' && o.name === name);
    expect(isLocal || reached.has(name), `${name} is accessed: ${[...reached].join(', ')}`).toBe(true);
  }
  expectOnLines(program, text, 'POINT', relevantOn);
  expectOnLines(program, text, 'WRITTEN-BY', writersOn);
}

describe('shared variables of programs', () => {
  const programs = programsIn('programs/');
  it('exist', () => expect(programs.length).toBeGreaterThan(20));
  it.each(programs)('$file', check);
});

describe('known bugs keep failing until they are fixed', () => {
  it.fails.each(programsIn('../known-bugs/'))('$file', check);
});
