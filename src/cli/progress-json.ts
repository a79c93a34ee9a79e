// `--progress json`: what happens, one JSON object to a line on standard error, for programs that show it themselves.
// Schema 1 as in reports.

import type { CheckProgress } from '../check.js';
import type { EarlyFinding } from '../report/build-report.js';

export type ProgressEvent =
  | { readonly event: 'program'; readonly program: string; readonly number: number; readonly of: number }
  | ({ readonly event: 'progress' } & OfProgram & CheckProgress)
  | ({ readonly event: 'finding'; readonly finding: EarlyFinding } & OfProgram)
  | { readonly event: 'end'; readonly exitCode: number };

/** Of several programs: several may be under way. */
interface OfProgram {
  readonly program?: string;
}

export function eventLine(event: ProgressEvent): string {
  return `${JSON.stringify({ schema: 1, ...event })}\n`;
}
