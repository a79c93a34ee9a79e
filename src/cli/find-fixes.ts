// Fixes for the findings of `preempt check`, where its output shows them.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Loaded } from '../check.js';
import type { Checked } from '../engines/engine.js';
import type { Limits } from '../engines/limits.js';
import type { Fix } from '../fix/fix.js';
import type { Settings } from './check-settings.js';

export async function findFixes(
  loaded: Loaded,
  diagnostics: readonly Diagnostic[],
  { findings, verdicts, statistics }: Checked,
  settings: Settings,
  limits: Limits,
): Promise<ReadonlyMap<string, Fix>> {
  if (findings.length === 0) return new Map();
  const { suggestFixes } = await import('../fix/suggest.js');
  const { program, revise } = loaded;
  const steps = statistics.transitions ?? 0;
  const options = { ...settings, ...limits };
  // Columns count bytes.
  const readSource = (file: string) => loaded.readSource(file, 'latin1');
  return suggestFixes({ program, findings, verdicts, diagnostics, steps, options, readSource, revise });
}
