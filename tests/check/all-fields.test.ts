// KISS on every field of drivers, beside explore: what it finds is found there too, and what it misses needs an
// execution that no stack makes, or a second thread that begins later (MAX = 1).

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fieldQuestions, fieldResult, unaccessed } from '../../src/check/all-fields.js';
import { type CheckRequest, check, loadProgram } from '../../src/check.js';

const drivers = fileURLToPath(new URL('../../examples/drivers/', import.meta.url));

function requestFor(name: string): CheckRequest {
  const { dispatch } = JSON.parse(readFileSync(`${drivers}${name}.json`, 'utf8'));
  return { paths: [`${drivers}${name}.c`], dispatch, cache: false, explain: false, timeout: 300 };
}

async function byKiss(request: CheckRequest, struct: string, max: number): Promise<ReadonlyMap<string, string>> {
  const asked = { ...request, engine: 'kiss', max } as const;
  const loaded = await loadProgram(asked);
  if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  const questions = fieldQuestions(loaded.value.program, struct, asked);
  if (questions.kind === 'failed') throw new Error(JSON.stringify(questions.diagnostics));
  const results = new Map<string, string>();
  for (const { field, request: one } of questions.value) {
    const { result } = one === undefined ? unaccessed(field) : fieldResult(field, await check(one));
    results.set(field.slice(field.indexOf('.') + 1), result);
  }
  return results;
}

async function byExplore(request: CheckRequest): Promise<ReadonlySet<string>> {
  const result = await check({ ...request, engine: 'explore', properties: ['race'] });
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return new Set(result.value.findings.map((f) => f.variable.split(/[.[]/)[1]!));
}

const racing = (results: ReadonlyMap<string, string>): readonly string[] =>
  [...results].filter(([, result]) => result === 'race').map(([field]) => field);

describe('fields of drivers', () => {
  it('race as explore says: the watchdog', { timeout: 300_000 }, async () => {
    const request = requestFor('watchdog');
    const results = await byKiss(request, 'watchdog_extension', 0);
    expect([...results.values()]).not.toContain('unresolved');
    expect(racing(results).toSorted()).toEqual([...(await byExplore(request))].sort());
    expect(results.get('opens')).toBe('no race');
  });

  it('race less where the system keeps routines apart: the disk in memory', { timeout: 300_000 }, async () => {
    const request = requestFor('ramdisk');
    const all = { ...request, dispatch: { ...request.dispatch!, never: [] } };
    expect(racing(await byKiss(request, 'ramdisk_extension', 0))).toEqual([]);
    expect(racing(await byKiss(all, 'ramdisk_extension', 0))).toEqual(['size', 'read_only', 'loaded']);
  });

  it('are missed where the other thread has to begin later, and found with MAX = 1', { timeout: 300_000 }, async () => {
    const { dispatch, ...rest } = requestFor('port');
    const routines = dispatch!.routines.filter((r) => r.category === 'drain' || r.function === 'port_report_drain');
    // Those that are left out are no handlers, whatever their names.
    const left = dispatch!.routines.map((r) => r.function).filter((name) => !routines.some((r) => r.function === name));
    const request = { ...rest, dispatch: { ...dispatch!, routines, left, never: [['drain', 'drain']] as const } };
    const watched = 'port_extension.drain_result';
    const resultWith = async (max: number) =>
      fieldResult(watched, await check({ ...request, engine: 'kiss', max, watched, properties: ['race'] })).result;
    expect(await byExplore(request)).toContain('drain_result');
    expect(await resultWith(0)).toBe('no race');
    expect(await resultWith(1)).toBe('race');
  });

  it('are said to be unknown where there is no such structure', async () => {
    const request = { ...requestFor('watchdog'), engine: 'kiss' } as const;
    const loaded = await loadProgram(request);
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    const questions = fieldQuestions(loaded.value.program, 'cat', request);
    expect(questions.diagnostics[0]?.message).toContain('--all-fields cat: no such structure; there are watchdog_');
  });
});
