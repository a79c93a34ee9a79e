// Which routines a race can be between: those that both access the variable, one writing, one outside of atomic
// sections, and that may meet. What is left out has no part in any race on it: explore says the same of the slice.

import { describe, expect, it } from 'vitest';
import { sliceFor } from '../../src/check/dispatch-slice.js';
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
      const racesOf = async (of: Dispatch) => {
        const request = { paths: [file], cache: false, explain: false, dispatch: of } as const;
        const result = await check({ ...request, engine: 'explore', properties: ['race'] });
        if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
        return result.value.findings.filter((f) => f.variable === 'd.through').map((f) => f.kind);
      };
      const pair = { routines: [{ function: 'indirect' }, { function: 'look' }] };
      const whole = await racesOf(dispatch);
      expect(whole.length).toBeGreaterThan(0);
      expect(await racesOf(pair)).toEqual(whole);
    });
  });
});
