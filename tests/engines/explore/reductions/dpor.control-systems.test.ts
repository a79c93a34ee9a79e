// The small ones of the control systems of the benchmark: dpor finds each planted error and no other, and none in the
// program without them, with exactly so many transitions: fewer would mean that orders were left out. `npm run bench --
// dpor` has all of them.

import { describe, expect, it } from 'vitest';
import { type CheckRequest, check, render } from '../../../../src/check.js';

interface ControlSystem {
  readonly name: string;
  readonly errors: number;
  readonly asThreads: number;
  readonly planted: Readonly<Record<string, readonly number[]>>;
  readonly alarms: Readonly<Record<string, readonly number[]>>;
  readonly request: CheckRequest;
}

interface Family {
  readonly controlSystems: () => readonly ControlSystem[];
  readonly atMarks: (
    program: ControlSystem,
    findings: readonly unknown[],
  ) => { readonly planted: ReadonlySet<string>; readonly alarms: ReadonlySet<string>; readonly others: string[] };
}

const file = new URL('../../../../bench/programs/control-systems/family.mjs', import.meta.url);
const { controlSystems, atMarks } = (await import(file.href)) as Family;
/** Transitions, and executions that are made only to see a race. */
const counts: Readonly<Record<string, readonly [transitions: number, meetings: number]>> = {
  arm1: [328, 37],
  arm2: [1998, 105],
  ppc1: [1565, 172],
};
const isSmall = ({ name }: ControlSystem): boolean => counts[name] !== undefined;

async function searched(program: ControlSystem, flags: readonly string[]) {
  const checked = await check({
    ...program.request,
    flags,
    engine: 'explore',
    reduction: 'dpor',
    timeout: 600,
    explain: false,
  });
  if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
  const { findings, statistics } = JSON.parse(await render(checked.value, 'json')) as {
    readonly findings: readonly unknown[];
    readonly statistics: { readonly transitions: number; readonly meetings: number };
  };
  const { planted, alarms, others } = atMarks(program, findings);
  const errors = { planted: [...planted].sort(), false: [...alarms, ...others] };
  return { errors, counts: [statistics.transitions, statistics.meetings] };
}

describe('a control system', () => {
  it.each(controlSystems())('$name has as many errors and false alarms as the paper says', (program) => {
    const { planted, alarms, errors, asThreads } = program;
    expect(Object.keys(planted)).toHaveLength(errors);
    expect(Object.keys({ ...planted, ...alarms })).toHaveLength(asThreads);
  });

  it.each(controlSystems().filter(isSmall))('$name: the planted errors and no other', async (program) => {
    const expected = Object.keys(program.planted).sort();
    const found = await searched(program, []);
    expect(found.errors).toEqual({ planted: expected, false: [] });
    expect(found.counts).toEqual(counts[program.name]);
    expect((await searched(program, ['-DFIXED'])).errors).toEqual({ planted: [], false: [] });
  });
});
