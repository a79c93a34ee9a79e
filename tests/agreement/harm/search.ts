// Which findings of a program do harm in some execution: all triples of all executions are judged, each beginning of an
// execution once. What is arbitrary has one value in each: others may do harm as well.

import type { Execution, Step } from '../executions.js';
import type { Access, Triple } from '../triples.js';
import type { HarmOracle } from './judge.js';
import type { Recording } from './record.js';

export class HarmSearch {
  /** Identities of those that do. */
  readonly harmful = new Set<string>();
  private readonly judged = new Set<string>();
  private execution: Execution | undefined;
  private recording: Recording | undefined;

  constructor(private readonly oracle: HarmOracle) {}

  visit(execution: Execution, triple: Triple, identity: string): void {
    if (this.harmful.has(identity)) return;
    if (this.execution !== execution) {
      this.execution = execution;
      this.recording = this.oracle.record(execution.schedule());
    }
    const recording = this.recording!;
    const [o1, o2, o3] = [triple.o1, triple.o2, triple.o3].map((o) => sameAccess(recording, execution, o));
    if (o1 === undefined || o2 === undefined || o3 === undefined) return;
    const begin = JSON.stringify([
      identity,
      [o1, o2, o3].map((o) => o.at),
      recording.starts.filter((s) => s.before <= o3.at),
      [...recording.descending].filter(([, at]) => at <= o3.at),
      recording.inputs.text(),
    ]);
    if (this.judged.has(begin)) return;
    this.judged.add(begin);
    if (this.oracle.judge(recording, { o1, o2, o3, byte: triple.byte }) === 'harmful') this.harmful.add(identity);
  }
}

/**
 * Counted by steps that access something: at an arbitrary address it may be nothing that others see. Undefined where
 * the execution goes another way: an ISR may start before what an assumption on arbitrary data ends, and with values
 * for which it does not end anything nobody can start there. The same execution without that is visited as well.
 */
function sameAccess(recording: Recording, { steps }: Execution, { at: place, event }: Access): Access | undefined {
  const isAccess = ({ accesses }: Step): boolean => accesses.length > 0;
  const before = steps.slice(0, place).filter(isAccess).length;
  const step = recording.steps.filter(isAccess)[before];
  const n = step?.accesses.findIndex((a) => a.instruction === event.instruction && a.operation === event.operation);
  if (step === undefined || n === undefined || n < 0) return undefined;
  return { step, at: recording.steps.indexOf(step), event: step.accesses[n]!, info: step.objects[n]! };
}
