// Reports of many programs in one: what `preempt check --each` writes.

import type { DiagnosticJson } from './inspect-json.js';
import type { Report } from './report.js';

export interface Batch {
  readonly programs: readonly BatchProgram[];
}

export interface BatchProgram {
  /** Its file or folder. */
  readonly name: string;
  /** As if it had been checked alone. */
  readonly exitCode: number;
  readonly outcome:
    | { readonly kind: 'report'; readonly report: Report }
    /** Why there is none. */
    | { readonly kind: 'refused'; readonly diagnostics: readonly DiagnosticJson[] };
}
