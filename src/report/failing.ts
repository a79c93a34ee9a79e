// Which findings fail a run, by `--fail-on`: open ones, and where there is an earlier report to compare with, only
// those that are new.

import { isError } from '../findings/finding.js';
import type { Report, ReportFinding } from './report.js';

export const failOnChoices = ['harmful', 'any', 'none'] as const;
export type FailOn = (typeof failOnChoices)[number];

export function failingFindings({ findings }: Pick<Report, 'findings'>, failOn: FailOn): readonly ReportFinding[] {
  if (failOn === 'none') return [];
  return findings.filter((f) => f.status === 'open' && f.change !== 'unchanged' && (failOn === 'any' || isError(f)));
}
