// C of a test, loaded and translated.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../../src/base/result.js';
import { type SequentializeOptions, sequentialized, variableNamed } from '../../../src/check/sequentialized.js';
import { type CheckRequest, check, type Loaded, loadProgram, type Report, type Request } from '../../../src/check.js';
import type { Translation } from '../../../src/engines/sequentialize/translation.js';

export const usual: SequentializeOptions = {
  method: 'schedule',
  dialect: 'svcomp',
  arrivals: 1,
  single: false,
  max: 1,
  reduced: true,
  atomic: 'access',
  lines: false,
  traced: false,
};

/** A folder with one file of this text, while it is worked on. */
export async function withFile<T>(text: string, work: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-sequential-'));
  try {
    const file = join(folder, 'program.c');
    writeFileSync(file, text);
    return await work(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function loadText(text: string, request: Omit<Request, 'paths'> = {}): Promise<Loaded> {
  return withFile(text, async (file) => {
    const loaded = await loadProgram({ paths: [file], cache: false, ...request });
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    return loaded.value;
  });
}

/** `watched`: the variable that races are looked for on. */
export async function translated(
  text: string,
  options: Partial<SequentializeOptions>,
  request: Omit<Request, 'paths'> = {},
  watched?: string,
): Promise<Result<Translation>> {
  const loaded = await loadText(text, request);
  const race = watched === undefined ? undefined : variableNamed(loaded.program, watched);
  if (race?.kind === 'failed') return race;
  return sequentialized(loaded, { ...usual, ...options, ...(race === undefined ? {} : { race: race.value }) }, '/');
}

export function textOf(result: Result<Translation>): string {
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return result.value.text;
}

export function checkText(text: string, request: Omit<CheckRequest, 'paths'>): Promise<Report> {
  return withFile(text, async (file) => {
    const result = await check({ paths: [file], cache: false, explain: false, timeout: 300, ...request });
    if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
    return result.value;
  });
}
