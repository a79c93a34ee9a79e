// The small kernel of examples/library/: exactly the planted races, in reduced and full mode, and none in its twin. And
// what a search comes to does not depend on how it was interrupted.

import { describe, expect, it } from 'vitest';
import { libraryRaces } from '../../src/check/library-races.js';
import type { LibraryProgress } from '../../src/check/library-request.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { isSettled } from '../../src/report/library/library-report.js';
import { kernelRequest, pairsOf, reportOf, reportOfText, smallKernel } from '../engines/library/prepared.js';

const planted = [
  'priority: R task_get_priority / W task_set_priority',
  'ready: W block_current / W make_ready',
  'receivers: W block_current / W unblock',
  'registry: W registry_add / W registry_add',
  'registry: W registry_add / W registry_remove',
  'registry: W registry_remove / W registry_remove',
];

describe('the small kernel', () => {
  it('has the planted races, and no others, in its reduced models', async () => {
    const report = await reportOf(kernelRequest());
    expect(pairsOf(report)).toEqual(planted);
    expect(report.search).toMatchObject({ models: 680, named: 1280, searched: 680, unfinished: [] });
    expect(report.premise).toEqual({ kind: 'justified' });
    expect(isSettled(report)).toBe(true);
  });

  it('has the same in the full model', async () => {
    expect(pairsOf(await reportOf(kernelRequest({ reduction: 'full' })))).toEqual(planted);
  });

  it('has none when the faults are fixed', async () => {
    for (const reduction of ['reduced', 'full'] as const) {
      const report = await reportOf(kernelRequest({ reduction, flags: ['-DFIXED'] }));
      expect(pairsOf(report)).toEqual([]);
      expect(isSettled(report)).toBe(true);
    }
  });

  it('keeps its races where interrupts nest, and gets those between interrupts', async () => {
    const pairs = pairsOf(await reportOf(kernelRequest({ nesting: true, reduction: 'full', tasks: 1 })));
    expect(pairs).toEqual(['ready: W block_current / W make_ready', 'receivers: W block_current / W unblock']);
    const report = await reportOfText(
      'static int x; void t(void) {} void i(void) { x++; } void j(void) { x++; }',
      { library: 'two interrupts', tasks: ['t'], fromIsr: ['i', 'j'], structures: { x: ['x'] } },
      { nesting: true },
    );
    expect(pairsOf(report)).toEqual(['x: W i / W j']);
  });

  it('tells the functions of each pair, and an execution that ends with both accesses under way', async () => {
    const { races } = await reportOf(kernelRequest());
    const { functions, trace } = races.find((race) => race.structure === 'receivers')!;
    expect(functions).toEqual([['queue_receive', 'queue_send_from_isr']]);
    expect(trace.some((step) => step.text.startsWith('sets scheduler_suspended = 1'))).toBe(true);
    expect(trace.at(-1)).toMatchObject({
      process: 'interrupt',
      text: expect.stringContaining('begins write of receivers'),
    });
  });
});

describe('a run that was interrupted', () => {
  it('goes on with what it has kept, to the same report', async () => {
    const kept: LibraryProgress[] = [];
    const signal = { aborted: false };
    const keep = (progress: LibraryProgress): void => {
      kept.push(structuredClone(progress));
      signal.aborted = kept.length === 3;
    };
    const first = await libraryRaces(kernelRequest(), { host: thisMachine(), signal, keep });
    if (first.kind === 'failed') throw new Error('it failed');
    expect(first.value.wasInterrupted).toBe(true);
    expect(isSettled(first.value)).toBe(false);
    expect(first.value.search.searched).toBe(48);
    let again = 0;
    const resumed = await libraryRaces(kernelRequest(), {
      host: thisMachine(),
      resume: kept.at(-1),
      onProgress: () => again++,
    });
    if (resumed.kind === 'failed') throw new Error('it failed');
    expect(again).toBe(Math.ceil(680 / 16) - 3);
    const { statistics: _, ...whole } = await reportOf(kernelRequest());
    expect(resumed.value).toMatchObject(whole);
  });

  it('does not go on with what belongs to another', async () => {
    const of = { run: 'another', batches: [{ races: [], states: 1, transitions: 1, models: 16, unfinished: [] }] };
    const request = kernelRequest({ description: { ...smallKernel, tasks: ['registry_add'] } } as never);
    const found = await libraryRaces(request, { host: thisMachine(), resume: of });
    if (found.kind === 'failed') throw new Error('it failed');
    expect(pairsOf(found.value)).toEqual(['registry: W registry_add / W registry_add']);
  });
});

describe('what is wrong with a description', () => {
  it('is said', async () => {
    const found = await libraryRaces(
      { ...kernelRequest(), description: { ...smallKernel, tasks: ['task_create', 'no_such'] } },
      { host: thisMachine() },
    );
    expect(found.diagnostics.map((d) => d.message)).toContain('the sources define no function no_such');
    const twice = await libraryRaces(
      { ...kernelRequest(), description: { ...smallKernel, suspension: 'nothing', tick: 'task_create' } },
      { host: thisMachine() },
    );
    expect(twice.diagnostics.map((d) => d.message)).toEqual([
      'task_create is listed twice',
      'suspension: nothing is not tracked',
    ]);
  });

  it('makes no claim where something was not followed', async () => {
    const text = 'static int x; void (*hook)(void); void f(void) { hook(); x = 1; }';
    const report = await reportOfText(text, { library: 'hooked', tasks: ['f'], structures: { y: ['y'] } });
    expect(report.diagnostics.map((d) => d.code)).toContain('library-unfollowed');
    expect(isSettled(report)).toBe(false);
  });

  it('makes no claim where a model has more states than allowed', async () => {
    const report = await reportOf(kernelRequest({ mostStates: 100 }));
    expect(report.search.unfinished.length).toBeGreaterThan(0);
    expect(isSettled(report)).toBe(false);
  });
});
