// Racing pairs tried on the library itself: the planted races of the small kernel happen there, each with a schedule
// that replays, and what cannot happen is refuted or stays open, never confirmed.

import { describe, expect, it } from 'vitest';
import { confirmationRequest } from '../../src/check/library-confirm.js';
import { load } from '../../src/check/load.js';
import { thisMachine } from '../../src/clang/node-host.js';
import type { Description } from '../../src/engines/library/description.js';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import { kernelRequest, reportOf, reportOfText } from '../engines/library/prepared.js';

const confirm = { sources: ['examples/library/port.c', 'examples/library/setup.c'], seconds: 1000 };

describe('the small kernel, on the machine', () => {
  it('has all planted races, replayed, and those that do harm are told', async () => {
    const request = kernelRequest({ confirm });
    const report = await reportOf(request);
    const settled = report.races.map(({ structure, confirmation: c }) =>
      c?.kind === 'confirmed' ? `${structure}: ${c.harm.kind}` : `${structure}: ${c?.kind}`,
    );
    expect(settled).toEqual([
      'ready: harmful',
      'priority: not-shown',
      'receivers: harmful',
      'registry: harmful',
      'registry: harmful',
      'registry: not-shown',
    ]);
    const program = confirmationRequest(request, confirm);
    if (program.kind === 'failed') throw new Error('no program');
    const loaded = await load(program.value, thisMachine(), { pause: async () => {}, isOver: () => undefined });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics[0]!.message);
    for (const { confirmation } of report.races) {
      const parsed = parseSchedule(confirmation?.kind === 'confirmed' ? confirmation.schedule : '');
      if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
      expect(replay(loaded.value.program, parsed.schedule).ending).toEqual({ kind: 'complete', how: 'stop' });
    }
  });
});

/** Tasks without a scheduler: main is the first, and an interrupt comes. */
const PORT = `
#include "preempt-library.h"
void lock(void) { preempt_mask(PREEMPT_ALL_IRQS); }
void unlock(void) { preempt_unmask(PREEMPT_ALL_IRQS); }
void set_up(void) { preempt_unmask(PREEMPT_ALL_IRQS); preempt_call_first(); preempt_call_second(); }
`;

function described(calls: Record<string, string[]>, more: Partial<Description> = {}): Description {
  return {
    library: 'a test',
    tasks: ['f'],
    fromIsr: ['i'],
    structures: { s: ['x', 'y'] },
    masks: { enter: ['lock'], exit: ['unlock'] },
    confirm: { sources: ['-'], setUps: ['set_up'], calls },
    ...more,
  };
}

const CALLS = 'void call_f(void) { f(); } void call_i(void) { i(); }';

async function triedOn(text: string, more: Partial<Description> = {}) {
  const description = described({ f: ['call_f'], i: ['call_i'] }, more);
  const { races } = await reportOfText(`${PORT}\n${text}\n${CALLS}`, description, {
    confirm: { sources: [], seconds: 1000 },
  });
  const ofBoth = races.filter(({ functions }) => functions.some((pair) => pair.includes('i')));
  return ofBoth.map(({ confirmation }) => confirmation);
}

describe('a pair of the models', () => {
  it('is confirmed where the blocks overlap on a common byte', async () => {
    const tried = await triedOn('static int x, y; void f(void) { x++; } void i(void) { x++; }');
    expect(tried).toMatchObject([{ kind: 'confirmed', harm: { kind: 'harmful' } }]);
  });

  it('does no harm where a linearised execution leaves the same', async () => {
    const tried = await triedOn('static int x, y; void f(void) { x = 1; x = 2; } void i(void) { y = x; }');
    expect(tried).toMatchObject([{ kind: 'confirmed' }]);
    const benign = await triedOn('static int x, y; void f(void) { x = 1; x = 1; } void i(void) { x = 1; }');
    expect(benign).toMatchObject([{ kind: 'confirmed', harm: { kind: 'not-shown' } }]);
  });

  it('is refuted where data that the models do not know keeps the two apart', async () => {
    const text = 'static int a[2], busy; void f(void) { busy = 1; a[0]++; busy = 0; }';
    const tried = await triedOn(`${text} void i(void) { if (busy) a[1]++; else a[0]++; }`, {
      structures: { s: ['a'] },
    });
    expect(tried.map((c) => c?.kind)).toEqual(['refuted', 'refuted']);
    const wrong = await triedOn(`${text} void i(void) { if (!busy) a[1]++; else a[0]++; }`, {
      structures: { s: ['a'] },
    });
    expect(wrong.map((c) => c?.kind)).toContain('confirmed');
  });

  it('is not refuted by a set-up in which no task comes into the call of another', async () => {
    const description = described({ f: ['call_f'], i: ['call_i'] });
    const text = `${PORT} static int x, y; void f(void) { x++; } void i(void) {} ${CALLS}`;
    const { races } = await reportOfText(text, description, { confirm: { sources: [], seconds: 1000 } });
    expect(races.map(({ confirmation }) => confirmation)).toMatchObject([
      { kind: 'open', because: 'the set-up lets no call come into the middle of the other' },
    ]);
  });

  it('is not refuted where a block is never gone through', async () => {
    const tried = await triedOn('static int x, y; int never; void f(void) { if (never) x++; } void i(void) { x = 1; }');
    expect(tried).toMatchObject([{ kind: 'open', because: 'no call of the set-up makes both accesses' }]);
  });

  it('is not refuted where executions go wrong in the middle of it', async () => {
    const text = 'static int x, y; int *null; void f(void) { x = *null; x++; } void i(void) { x++; }';
    expect((await triedOn(text)).every((c) => c?.kind === 'open')).toBe(true);
  });
});
