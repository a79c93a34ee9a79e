// `preempt check --each --format json`: for each program what `preempt check` gives for it alone. Schema 1; fields are
// added, never renamed.

import type { Batch } from './batch.js';
import { reportJson } from './check-json.js';
import { jsonText } from './json-text.js';

export function batchJson({ programs }: Batch): string {
  const all = programs.map(({ name, exitCode, outcome }) => ({
    name,
    exitCode,
    ...(outcome.kind === 'report' ? reportJson(outcome.report) : { diagnostics: outcome.diagnostics }),
  }));
  return jsonText({ schema: 1, programs: all }, 2);
}
