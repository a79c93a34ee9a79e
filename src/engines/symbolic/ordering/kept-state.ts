// State that an ISR keeps to itself from one arrival to the next. Nobody else sees it, so for the machine an access to
// it is no step; but for the ISR's next arrival it is shared memory like any other. Events are unrolled on a machine
// that shows it, schedules count the steps of the real one.

import { Machine } from '../../../machine/machine.js';
import { pointer } from '../../../machine/memory/value.js';
import type { State } from '../../../machine/state.js';
import { isVisibleAddress } from '../../../machine/stepping/accessed.js';
import { NO_ENDS } from '../../../model/object-ends.js';
import type { IsPrivate } from '../../../model/private-objects.js';
import type { Program } from '../../../model/program.js';
import { sharedVariables } from '../../../model/shared.js';
import { Inexpressible } from './locations.js';

/** Bytes that a step accesses. */
export interface Range {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
}

export interface KeptState {
  /** Shows what ISRs keep. */
  readonly machine: Machine;
  /** Is an access to these bytes no step of the real machine? */
  isHidden(bytes: Range): boolean;
}

export function showKept(real: Machine, arrivals: number): KeptState {
  if (arrivals === 1) return { machine: real, isHidden: () => false };
  const program = withKept(real.program);
  const initial: State = real.initial();
  return {
    machine: new Machine(program, real.options, real.terms),
    isHidden: ({ object, offset, size }) => !isVisibleAddress(initial, pointer(object, offset), size),
  };
}

/** Each ISR as if it ran several times at once. What it allocates is its own each time. */
function withKept(program: Program): Program {
  const { objects, accesses } = program;
  const unknown = accesses.find(
    (a) => program.contexts[a.context]?.kind === 'isr' && a.regions.some((r) => objects[r.object]!.kind === 'unknown'),
  );
  if (unknown !== undefined) throw new Inexpressible('several arrivals of an ISR that accesses unknown memory');
  const contexts = program.contexts.map((c) => (c.kind === 'isr' ? { ...c, multiple: true } : c));
  const isPrivate: IsPrivate = (id, users) => objects[id]!.kind === 'local' && users() < 2;
  const kept = sharedVariables(program.platform, objects, contexts, accesses, isPrivate, NO_ENDS).filter(
    ({ object }) => objects[object]!.site === undefined && objects[object]!.kind !== 'device',
  );
  return { ...program, contexts, shared: [...program.shared, ...kept] };
}
