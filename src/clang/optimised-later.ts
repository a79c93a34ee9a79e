// When V8 optimises a function: in threads of its own, once it has run through so many bytes of bytecode. For a process
// that ends soon, to wait for more of them saves a quarter of all processor time, and the main thread takes no longer
// (decision 0074). It is a flag of the process, so only the command line sets it, and only where the value to go back
// to is known, as in node-host.ts: code from under other flags could not be kept.

import { setFlagsFromString } from 'node:v8';

const PATIENT_BUDGET = 4 * 67_584;
const usualBudget = process.versions.v8.startsWith('11.3.') ? 67_584 : undefined;

export function setPatience(isPatient: boolean): void {
  if (usualBudget === undefined) return;
  setFlagsFromString(`--interrupt-budget=${isPatient ? PATIENT_BUDGET : usualBudget}`);
}
