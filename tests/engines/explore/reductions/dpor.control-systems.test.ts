// The small ones of the control systems of the benchmark: dpor finds each planted error and no other, and none in the
// program without them. `npm run bench -- dpor` has all of them.

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
const isSmall = ({ name }: ControlSystem): boolean => ['arm1', 'arm2', 'ppc1'].includes(name);

async function errorsIn(program: ControlSystem, flags: readonly string[]) {
  const checked = await check({
    ...program.request,
    flags,
    engine: 'explore',
    reduction: 'dpor',
    timeout: 600,
    explain: false,
  });
  if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
  const { findings } = JSON.parse(await render(checked.value, 'json')) as { findings: readonly unknown[] };
  const { planted, alarms, others } = atMarks(program, findings);
  return { planted: [...planted].sort(), false: [...alarms, ...others] };
}

describe('a control system', () => {
  it.each(controlSystems())('$name has as many errors and false alarms as the paper says', (program) => {
    const { planted, alarms, errors, asThreads } = program;
    expect(Object.keys(planted)).toHaveLength(errors);
    expect(Object.keys({ ...planted, ...alarms })).toHaveLength(asThreads);
  });

  it.each(controlSystems().filter(isSmall))('$name: the planted errors and no other', async (program) => {
    const expected = Object.keys(program.planted).sort();
    expect(await errorsIn(program, [])).toEqual({ planted: expected, false: [] });
    expect(await errorsIn(program, ['-DFIXED'])).toEqual({ planted: [], false: [] });
  });
});
