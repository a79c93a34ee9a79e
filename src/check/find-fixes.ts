// Fixes for the findings of a check, where its output shows them.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Checked } from '../engines/engine.js';
import type { Fix } from '../fix/fix.js';
import type { FixOptions } from '../fix/verify.js';
import type { Loaded } from './load.js';

export async function findFixes(
  { program, revise }: Loaded,
  diagnostics: readonly Diagnostic[],
  { findings, verdicts, statistics }: Checked,
  options: FixOptions,
  /** Columns count bytes: one character for each. */
  readSource: (file: string) => string | undefined,
): Promise<ReadonlyMap<string, Fix>> {
  if (findings.length === 0) return new Map();
  const { suggestFixes } = await import('../fix/suggest.js');
  const steps = statistics.transitions ?? 0;
  return suggestFixes({ program, findings, verdicts, diagnostics, steps, options, readSource, revise });
}
