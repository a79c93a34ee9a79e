// An execution that one process begins and another one finishes: the same events as in one go.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SuspendedExecution } from '../../src/execution/execution.js';

const worker = fileURLToPath(new URL('./execution-worker.mjs', import.meta.url));
if (!existsSync('dist/execution/execution.js')) throw new Error('dist/ is missing: npm run build comes first');

interface Work {
  readonly path: string;
  readonly seed: number;
  /** Transitions after which it stops. */
  readonly limit: number;
  readonly isSymbolic: boolean;
  readonly suspended?: SuspendedExecution;
}

interface Done {
  /** Undefined where the execution is one of another program. */
  readonly suspended?: SuspendedExecution;
  readonly events: readonly { readonly transition: { readonly kind: string }; readonly made: readonly unknown[] }[];
  readonly ending?: string;
}

/** All in one process, with nothing but the data. */
function elsewhere(...works: readonly Work[]): readonly Done[] {
  return JSON.parse(
    execFileSync(process.execPath, [worker], { input: JSON.stringify(works), encoding: 'utf8' }),
  ) as readonly Done[];
}

const uart = 'examples/avr-uart/uart_bad.c';

describe.each([
  ['concrete data', false],
  ['symbolic data', true],
] as const)('%s', (_, isSymbolic) => {
  const work = { path: uart, seed: 7, limit: 90, isSymbolic };
  const limits = [1, 30, 31, 32, 75];
  let whole: Done;
  let begun: readonly Done[];
  let finished: readonly Done[];
  beforeAll(() => {
    [whole, ...begun] = elsewhere(work, ...limits.map((limit) => ({ ...work, limit }))) as [Done, ...Done[]];
    finished = elsewhere(...begun.map(({ suspended }) => ({ ...work, suspended: suspended! })));
  });

  it('has everything that may happen', () => {
    const kinds = new Set(whole.events.map((e) => e.transition.kind));
    expect(kinds).toEqual(new Set(['step', 'start', 'order', ...(isSymbolic ? ['answer'] : [])]));
    expect(whole.suspended!.inputs.length > 0).toBe(!isSymbolic);
  });

  it.each(limits)('stopped after %i transitions and finished elsewhere', (limit) => {
    const [first, second] = [begun, finished].map((all) => all[limits.indexOf(limit)]!) as [Done, Done];
    expect([...first.events, ...second.events]).toEqual(whole.events);
    expect(second.suspended).toEqual(whole.suspended);
    expect(second.ending).toBe(whole.ending);
  });
});

it('is not taken up in another program', () => {
  const [begun] = elsewhere({ path: uart, seed: 1, limit: 5, isSymbolic: false });
  const [other] = elsewhere({
    path: 'examples/avr-uart/uart_ok.c',
    seed: 1,
    limit: 9,
    isSymbolic: false,
    suspended: begun!.suspended!,
  });
  expect(other!.suspended).toBeUndefined();
});
