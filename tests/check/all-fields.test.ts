// KISS on every field of drivers, beside explore and symbolic: what it finds is found there too, and what it misses
// needs an execution that no stack makes, or a second thread that begins later (MAX = 1). All drivers, the two large
// ones too: npm run bench -- sequentialize.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fieldQuestions, fieldResult, unaccessed } from '../../src/check/all-fields.js';
import { meetingPairs, pairDispatch } from '../../src/check/dispatch-slice.js';
import { type CheckRequest, check, loadProgram } from '../../src/check.js';
import { withFile } from '../engines/sequentialize/written.js';

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

/** Pair by pair: each of them is answered whole. */
async function byPairs(request: CheckRequest, engine: 'explore' | 'symbolic'): Promise<ReadonlySet<string>> {
  const races = new Set<string>();
  for (const pair of meetingPairs(request.dispatch!)) {
    const dispatch = pairDispatch(request.dispatch!, pair);
    const result = await check({ ...request, dispatch, engine, properties: ['race'] });
    if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
    expect(result.value.verdicts[0]!.kind, pair.map((r) => r.function).join(' with ')).not.toBe('unknown');
    for (const f of result.value.findings) races.add(f.variable.split(/[.[]/)[1]!);
  }
  return races;
}

/** Four turns: each waits for what the other has done before. */
const handshake = `#include <preempt.h>
struct device { int asked, answered, agreed, total; };
static struct device d;
void ask(void) {
    preempt_atomic_begin(); d.asked = 1; preempt_atomic_end();
    preempt_atomic_begin(); preempt_block_until(d.answered); d.agreed = 1; preempt_atomic_end();
    d.total++;
}
void answer(void) {
    preempt_atomic_begin(); preempt_block_until(d.asked); d.answered = 1; preempt_atomic_end();
    preempt_atomic_begin(); preempt_block_until(d.agreed); preempt_atomic_end();
    d.total++;
}
`;

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

  it('race as explore and symbolic say of all pairs: the keyboard', { timeout: 600_000 }, async () => {
    const request = requestFor('keyboard');
    const results = await byKiss(request, 'keyboard_extension', 0);
    expect([...results.values()]).not.toContain('unresolved');
    expect(racing(results)).toEqual(['last_press', 'lamps']);
    for (const engine of ['explore', 'symbolic'] as const)
      expect([...(await byPairs(request, engine))].sort(), engine).toEqual(racing(results).toSorted());
  });

  it('are missed where no stack makes the execution', { timeout: 300_000 }, async () => {
    await withFile(handshake, async (file) => {
      const dispatch = {
        routines: [{ function: 'ask' }, { function: 'answer' }],
        never: [['ask', 'ask'] as const, ['answer', 'answer'] as const],
      };
      const request = { paths: [file], dispatch, cache: false, explain: false, timeout: 300 } as const;
      expect([...(await byKiss(request, 'device', 1))]).toContainEqual(['total', 'no race']);
      for (const engine of ['explore', 'symbolic'] as const)
        expect([...(await byPairs(request, engine))], engine).toEqual(['total']);
      const seen = await check({ ...request, engine: 'explore', properties: ['race'] });
      if (seen.kind === 'failed') throw new Error(JSON.stringify(seen.diagnostics));
      // Whoever was below goes on, and then the one above again.
      for (const { schedule } of seen.value.findings) expect(schedule).toMatch(/@1.*@0.*@1/);
    });
  });

  it('are said to be unknown where there is no such structure', async () => {
    const request = { ...requestFor('watchdog'), engine: 'kiss' } as const;
    const loaded = await loadProgram(request);
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    const questions = fieldQuestions(loaded.value.program, 'cat', request);
    expect(questions.diagnostics[0]?.message).toContain('--all-fields cat: no such structure; there are watchdog_');
  });
});
