// Which routines a race can be between: those that both access the variable, one writing, one outside of atomic
// sections, and that may meet. What is left out has no part in any race on it: explore says the same of the slice.

import { describe, expect, it } from 'vitest';
import { conflictingPairs, meetingPairs, type Pair, pairDispatch, sliceFor } from '../../src/check/dispatch-slice.js';
import { variableNamed } from '../../src/check/sequentialized.js';
import { check } from '../../src/check.js';
import type { Dispatch } from '../../src/model/harness/dispatch-harness.js';
import { loadText, withFile } from '../engines/sequentialize/written.js';

const library = `#include <preempt.h>
struct device { int open; int lock; int through; int read_only; };
static struct device d;
void open_it(void) { d.open++; }
int count(void) { return d.open + d.read_only; }
void lock(void) { preempt_atomic_begin(); d.lock = 1; preempt_atomic_end(); }
static void set(int *p) { *p = 1; }
void indirect(void) { set(&d.through); }
int look(void) { return d.through; }
void start(void) { d.open = 0; d.through = 0; }
`;
const routines = ['open_it', 'count', 'lock', 'indirect', 'look', 'start'].map((name) => ({ function: name }));
const dispatch: Dispatch = { routines, never: [['start', '*']] };

async function sliced(field: string, from: Dispatch = dispatch, isrs: readonly { function: string }[] = []) {
  const { program } = await loadText(library, { dispatch: from, isrs });
  const variable = variableNamed(program, `device.${field}`);
  if (variable.kind === 'failed') throw new Error(JSON.stringify(variable.diagnostics));
  const slice = sliceFor(program, from, variable.value);
  return slice.kind === 'sliced' ? slice.dispatch.routines.map((r) => r.function) : slice.kind;
}

describe('a slice', () => {
  it('has the routines that may race', async () => {
    expect(await sliced('open')).toEqual(['open_it', 'count']);
    expect(await sliced('through')).toEqual(['indirect', 'look']);
  });

  it('has those that only assumptions keep apart, without these', async () => {
    expect(await sliced('open', { routines })).toEqual(['open_it', 'count', 'start']);
  });

  it('is empty where nobody writes, or all are in atomic sections', async () => {
    expect(await sliced('read_only')).toBe('no pair');
    expect(await sliced('lock')).toBe('no pair');
  });

  it('is everything where there are interrupts as well', async () => {
    const less = { routines: routines.filter((r) => r.function !== 'look') };
    expect(await sliced('through', less, [{ function: 'look' }])).toBe('whole');
  });

  it('loses no race', async () => {
    await withFile(library, async (file) => {
      const through = (races: readonly string[]) => races.filter((race) => race.startsWith('d.through'));
      const pair = { routines: [{ function: 'indirect' }, { function: 'look' }] };
      const whole = through(await racesIn(file, dispatch));
      expect(whole.length).toBeGreaterThan(0);
      expect(through(await racesIn(file, pair))).toEqual(whole);
    });
  });
});

/** By explore: the variable and the lines of each; a race is told in one of its two orders. */
async function racesIn(file: string, of: Dispatch): Promise<readonly string[]> {
  const request = { paths: [file], cache: false, explain: false, dispatch: of } as const;
  const result = await check({ ...request, engine: 'explore', properties: ['race'] });
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return result.value.findings.map((f) => [f.variable, ...f.accesses.map((a) => a.place!.line).sort()].join(' '));
}

describe('pairs', () => {
  const names = (pairs: readonly Pair[]) => pairs.map(([a, b]) => `${a.function} ${b.function}`);

  it('are those that may meet, a routine with itself too', () => {
    const three = { routines: routines.slice(0, 3), never: [['lock', '*']] as const };
    expect(names(meetingPairs(three))).toEqual(['open_it open_it', 'open_it count', 'count count']);
  });

  it('conflict where both access it, one writing, one outside of sections', async () => {
    const { program } = await loadText(library, { dispatch });
    const of = (field: string) => {
      const variable = variableNamed(program, `device.${field}`);
      if (variable.kind === 'failed') throw new Error(JSON.stringify(variable.diagnostics));
      return names(conflictingPairs(program, dispatch, variable.value));
    };
    expect(of('open')).toEqual(['open_it open_it', 'open_it count']);
    expect(of('through')).toEqual(['indirect indirect', 'indirect look']);
    expect(of('lock')).toEqual([]);
  });

  it('have all races together', async () => {
    await withFile(library, async (file) => {
      const each = new Set<string>();
      for (const pair of meetingPairs(dispatch))
        for (const race of await racesIn(file, pairDispatch(dispatch, pair))) each.add(race);
      const whole = new Set(await racesIn(file, dispatch));
      expect(whole.size).toBeGreaterThan(2);
      expect([...each].sort()).toEqual([...whole].sort());
    });
  });
});
