// The local monitor of exclusive accesses: a byte of its own, set by an exclusive load, tested and cleared by an
// exclusive store, cleared where an exception begins and ends (../entries.ts). ARMv7-M Architecture Reference
// Manual, A3.4.

import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { int, intType } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';

export const monitorName = 'preempt.monitor';

export function loadExclusive(e: AssemblyEmitter, address: Operand, type: Type): Operand {
  let value: Operand | undefined;
  e.atomically(() => {
    value = e.code.load(e.code.toPointer(address), type);
    e.code.store(e.around.monitor(), int(8, 1));
  });
  return value!;
}

/** Does it if the monitor still is set; 0 if it was, else 1. */
export function takeMonitor(e: AssemblyEmitter, act: () => void): Operand {
  let failed: Operand | undefined;
  e.atomically(() => {
    const isSet = e.code.compare('ne', e.code.load(e.around.monitor(), intType(8)), int(8, 0));
    e.when(isSet, act);
    e.code.store(e.around.monitor(), int(8, 0));
    failed = e.code.toInt(e.code.binary('xor', isSet, int(1, 1)), 32);
  });
  return failed!;
}
