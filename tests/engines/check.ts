// Engines as most tests call them: all options in one object, pauses taken, the result in the end.

import { type Checked, type Questions, settle } from '../../src/engines/engine.js';
import { type ExploreSettings, exploreEngine } from '../../src/engines/explore/explore.js';
import type { KernelUse } from '../../src/engines/explore/tabulated/hand-over.js';
import type { Limits } from '../../src/engines/limits.js';
import type { SymbolicSettings } from '../../src/engines/symbolic/ask/encoding.js';
import { symbolicEngine } from '../../src/engines/symbolic/symbolic.js';
import type { Program } from '../../src/model/program.js';
import { sharedCadical } from '../solve/loaded-cadical.js';

export type CheckOptions = Questions & Limits & Omit<ExploreSettings, 'solvers'>;
export type SymbolicOptions = Questions & Limits & Omit<SymbolicSettings, 'solvers'>;

/** PREEMPT_TEST_KERNEL: `on`, `off`: how concrete programs are searched where a test does not say. */
const kernel = process.env.PREEMPT_TEST_KERNEL as KernelUse | undefined;

export async function checkByExploring(program: Program, options: CheckOptions): Promise<Checked> {
  return settle(exploreEngine({ kernel, ...options, solvers: await sharedCadical() }), program, options, options);
}

export async function checkSymbolically(program: Program, options: SymbolicOptions): Promise<Checked> {
  return settle(symbolicEngine({ ...options, solvers: await sharedCadical() }), program, options, options);
}
