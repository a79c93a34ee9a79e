// CBMC on a translation in its dialect. Its trace in JSON is the same in versions 5 and 6 as far as it is read here:
// assignments to `preempt_trace` and `preempt_input_…`, in the order of the execution.

import type { OtherChecker } from '../../clang/host.js';
import type { Backend, BackendAnswer, ToldStep } from './backend.js';
import { FAILURE, INPUTS } from './dialect.js';

export interface CbmcOptions {
  /** Rounds of a loop, and depth of a recursion. */
  readonly unwind: number;
  readonly pointerBits: number;
}

export function cbmc(checker: OtherChecker, { unwind, pointerBits }: CbmcOptions): Backend {
  const rounds = unwind + 1;
  return {
    name: 'cbmc',
    assumption: async () => `CBMC ${(await checker.version()) ?? ''} is right about the translation`.replace('  ', ' '),
    async ask(text, isOver) {
      if (pointerBits !== 32 && pointerBits !== 64)
        return { kind: 'no answer', because: `cbmc knows no machine with pointers of ${pointerBits} bits` };
      const major = Number.parseInt((await checker.version()) ?? '', 10);
      if (Number.isNaN(major)) return { kind: 'no answer', because: 'cbmc does not say its version' };
      const options = [
        '--json-ui',
        '--trace',
        pointerBits === 64 ? '--64' : '--32',
        ...['--unwind', String(rounds), '--unwinding-assertions'],
        // What is undefined in C is not what was asked: on by default from version 6 on.
        ...(major >= 6 ? ['--no-standard-checks'] : []),
      ];
      const { over, output, errors, exitCode } = await checker.run(text, options, isOver);
      if (over !== undefined) return { kind: 'no answer', because: over };
      return (
        answerIn(output, rounds) ?? { kind: 'no answer', because: `cbmc failed: ${reasonIn(output, errors, exitCode)}` }
      );
    },
  };
}

/** Undefined where it is no answer. */
export function answerIn(output: string, rounds: number): BackendAnswer | undefined {
  const messages = parsed(output);
  const results = messages?.flatMap((m) => (Array.isArray(m.result) ? (m.result as readonly Result[]) : []));
  const isDone = messages?.some((m) => m.cProverStatus === 'success' || m.cProverStatus === 'failure');
  if (results === undefined || isDone !== true) return undefined;
  const failing = results.filter((r) => r.status === 'FAILURE');
  const isCut = failing.some((r) => /\.(unwind|recursion)\b/.test(r.property ?? ''));
  const cut = `cbmc went through loops ${rounds} times at most`;
  const traces = failing.filter((r) => r.description === FAILURE).map((r) => stepsOf(r.trace ?? []));
  if (traces.length > 0)
    return { kind: 'failures', traces, incomplete: isCut ? cut : 'cbmc tells one failure of each place' };
  const isOther = results.some((r) => r.status !== 'SUCCESS' && r.status !== 'FAILURE');
  if (isOther) return undefined;
  return { kind: 'no failure', ...(isCut ? { incomplete: cut } : {}) };
}

interface Result {
  readonly property?: string;
  readonly description?: string;
  readonly status?: string;
  readonly trace?: readonly Step[];
}

interface Step {
  readonly stepType?: string;
  readonly lhs?: string;
  readonly value?: { readonly binary?: string };
  readonly function?: { readonly displayName?: string };
}

/** From the call of main on: what is before gives variables their first values. */
function stepsOf(trace: readonly Step[]): readonly ToldStep[] {
  const begin = trace.findIndex((s) => s.stepType === 'function-call' && s.function?.displayName === 'main');
  return trace.slice(begin).flatMap(({ stepType, lhs, value }): readonly ToldStep[] => {
    if (stepType !== 'assignment' || lhs === undefined || value?.binary === undefined) return [];
    const bits = BigInt(`0b${value.binary}`);
    if (lhs === 'preempt_trace') return [{ kind: 'mark', code: Number(bits) }];
    return INPUTS.test(lhs) ? [{ kind: 'input', value: bits }] : [];
  });
}

function parsed(output: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function reasonIn(output: string, errors: string, exitCode: number | undefined): string {
  const said = parsed(output)?.find((m) => m.messageType === 'ERROR')?.messageText;
  return String(said ?? (errors.trim().split('\n')[0] || `exit code ${exitCode ?? 'none'}`));
}
