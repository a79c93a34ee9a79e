// The outputs of `preempt check` by name. Each is loaded only when it is asked for.

import type { Diagnostic } from '../base/diagnostic.js';
import { assertNever } from '../base/internal-error.js';
import type { Batch } from './batch.js';
import type { Assets } from './html/page.js';
import type { Report } from './report.js';
import type { CheckStyle, Detail } from './text-style.js';

export const formats = ['text', 'json', 'sarif', 'junit', 'html'] as const;
export type Format = (typeof formats)[number];

/** Does it show how a finding happens, beyond its accesses? */
export function needsExplanation(format: Format, detail: Detail): boolean {
  return format !== 'json' && !(format === 'text' && detail === 'quiet');
}

/** Pure: a terminal's colours are in the style. */
export async function render(
  report: Report,
  format: Format,
  style: CheckStyle,
  htmlAssets: () => Promise<Assets>,
): Promise<string> {
  switch (format) {
    case 'text':
      return (await import('./check-text.js')).checkText(report, style);
    case 'json':
      return (await import('./check-json.js')).checkJson(report);
    case 'sarif':
      return (await import('./sarif.js')).checkSarif(report);
    case 'junit':
      return (await import('./junit.js')).checkJunit(report);
    case 'html':
      return (await import('./html/page.js')).htmlPage(report, await htmlAssets());
    default:
      return assertNever(format);
  }
}

/** Many programs in one text. */
export async function renderBatch(
  batch: Batch,
  format: Format,
  style: CheckStyle,
  version: string,
  htmlAssets: () => Promise<Assets>,
): Promise<string> {
  switch (format) {
    case 'text':
      return (await import('./batch-text.js')).batchText(batch, style);
    case 'json':
      return (await import('./batch-json.js')).batchJson(batch);
    case 'sarif':
      return (await import('./sarif.js')).batchSarif(batch, version);
    case 'junit':
      return (await import('./junit.js')).batchJunit(batch);
    case 'html':
      return (await import('./html/page.js')).htmlBatchPage(batch, await htmlAssets());
    default:
      return assertNever(format);
  }
}

export interface RefusedRun {
  readonly base: string;
  readonly version: string;
  readonly exitCode: number;
}

/** Why there is no report; undefined where the format is one for people, who read it on standard error. */
export async function renderRefusal(
  diagnostics: readonly Diagnostic[],
  format: Format,
  { base, version, exitCode }: RefusedRun,
): Promise<string | undefined> {
  const { diagnosticJson, refusalJson } = await import('./inspect-json.js');
  const reasons = diagnostics.map((d) => diagnosticJson(d, base));
  switch (format) {
    case 'json':
      return refusalJson(diagnostics, base);
    case 'sarif':
      return (await import('./sarif.js')).refusalSarif(reasons, version, exitCode);
    case 'junit':
      return (await import('./junit.js')).refusalJunit(reasons);
    default:
      return undefined;
  }
}
