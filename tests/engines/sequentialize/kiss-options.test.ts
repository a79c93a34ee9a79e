// What can be said to KISS: another schedule(), accesses that are benign, interrupts beside threads, MAX.

import { describe, expect, it } from 'vitest';
import { checkText, textOf, translated } from './written.js';

const races = `#include <preempt.h>
struct shared { int told; int counted; int calm; };
static struct shared s;
static void worker(void *unused) {
    (void)unused;
    s.counted = s.counted + 1;
    s.told = 1;
    preempt_atomic_begin();
    s.calm = 1;
    preempt_atomic_end();
}
int main(void) {
    preempt_spawn(worker, 0);
    s.counted = 7;
    s.told = 2;
    preempt_atomic_begin();
    s.calm = 2;
    preempt_atomic_end();
    preempt_exit();
}
`;
const kiss = { engine: 'kiss', properties: ['race'], max: 1 } as const;

describe('a race on one variable', () => {
  it('is told of that one alone, whatever else is met on the way', async () => {
    const { findings } = await checkText(races, { ...kiss, watched: 'shared.told' });
    expect(findings.map((f) => f.variable)).toEqual(['s.told']);
  });

  it('is none inside of atomic sections', async () => {
    const { findings, verdicts } = await checkText(races, { ...kiss, watched: 'shared.calm' });
    expect(findings).toEqual([]);
    expect(JSON.stringify(verdicts)).not.toContain('could not be shown');
  });

  it('is not told of accesses that are benign', async () => {
    const benign = ['program.c:7', 'program.c:15'];
    expect((await checkText(races, { ...kiss, watched: 'shared.told', benign })).findings).toEqual([]);
    const other = await checkText(races, { ...kiss, watched: 'shared.counted', benign });
    expect(new Set(other.findings.map((f) => f.variable))).toEqual(new Set(['s.counted']));
    const all = await translated(races, { method: 'kiss' }, {}, 'shared.told');
    const less = await translated(races, { method: 'kiss', benign }, {}, 'shared.told');
    expect(textOf(all).match(/check_w\(&/g)).toHaveLength(2);
    expect(textOf(less)).not.toMatch(/check_[rw]\(&/);
  });
});

describe('schedule()', () => {
  it('is the one that is given', async () => {
    const scheduler = 'static void schedule(void)\n{\n    /* nobody ever */\n}\n';
    const text = textOf(await translated(races, { method: 'kiss', scheduler }));
    expect(text).toContain('/* nobody ever */');
    expect(text.match(/static void schedule\(void\)/g)).toHaveLength(1);
  });
});

const withInterrupt = `#include <assert.h>
#include <preempt.h>
static volatile int ticks, seen;
void timer_isr(void) { ticks = 1; ticks = 2; }
static void worker(void *unused) {
    (void)unused;
    seen = ticks;
    assert(seen != 1);
    assert(seen != 2);
}
int main(void) {
    preempt_spawn(worker, 0);
    preempt_exit();
}
`;

describe('interrupts', () => {
  it('come in between, and run to their end: a handler never raises', async () => {
    const request = { isrs: [{ function: 'timer_isr' }], engine: 'kiss', properties: ['assertion'], max: 1 } as const;
    const { findings } = await checkText(withInterrupt, { ...request, arrivals: 1 });
    expect(findings).toHaveLength(1);
    expect(JSON.stringify(findings)).toContain('seen != 2');
    expect(JSON.stringify(findings)).not.toContain('seen != 1');
  });
});
