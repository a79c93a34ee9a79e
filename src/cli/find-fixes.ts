// Fixes for the findings of `preempt check`, where its output shows them.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Loaded } from '../check.js';
import type { Checked } from '../engines/engine.js';
import type { Limits } from '../engines/limits.js';
import type { Fix } from '../fix/fix.js';
import type { Settings } from './check-settings.js';
import { readSource } from './source-files.js';

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
  return suggestFixes({ program, findings, verdicts, diagnostics, steps, options, readSource: bytesOf, revise });
}

/** Columns count bytes. */
const bytesOf = (file: string): string | undefined => readSource(file, 'latin1');
