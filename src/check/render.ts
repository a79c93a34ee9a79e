// What was found out, as text: reports, models and replays, with the packaged files of the machine that they are
// rendered on.

import type { Diagnostic } from '../base/diagnostic.js';
import { version } from '../base/version.js';
import type { Host } from '../clang/host.js';
import type { Batch } from '../report/batch.js';
import { type Format, render, renderBatch } from '../report/formats.js';
import { inspectJson } from '../report/inspect-json.js';
import { inspectText } from '../report/inspect-text.js';
import { replayJson } from '../report/replay-json.js';
import { replayText } from '../report/replay-text.js';
import type { Report } from '../report/report.js';
import { type CheckStyle, plainStyle } from '../report/text-style.js';
import type { Loaded } from './load.js';
import type { Replayed } from './replayed.js';

/** For people, and for programs. */
export type PlainFormat = 'text' | 'json';

export function reportAs(format: Format, report: Report, host: Host, style: Partial<CheckStyle>): Promise<string> {
  return render(report, format, { ...plainStyle, ...style }, htmlAssets(host));
}

export function batchAs(format: Format, batch: Batch, host: Host, style: Partial<CheckStyle>): Promise<string> {
  return renderBatch(batch, format, { ...plainStyle, ...style }, version, htmlAssets(host));
}

export function modelAs(
  format: PlainFormat,
  { program, statistics }: Loaded,
  diagnostics: readonly Diagnostic[],
  { directory: base }: Host,
  { paint, isWhole = false }: Pick<CheckStyle, 'paint'> & { readonly isWhole?: boolean } = plainStyle,
): string {
  return format === 'json'
    ? inspectJson(program, diagnostics, { ...statistics }, base)
    : inspectText(program, { base, heading: paint.bold, isWhole });
}

export function replayAs(
  format: PlainFormat,
  replayed: Replayed,
  diagnostics: readonly Diagnostic[],
  { directory: base }: Host,
  { paint } = plainStyle,
): string {
  const { schedule, statistics } = replayed;
  return format === 'json'
    ? replayJson(replayed, schedule, diagnostics, { ...statistics }, base)
    : replayText(replayed, schedule, { base, heading: paint.bold });
}

const htmlAssets = (host: Host) => async () => ({
  script: await host.packaged('client.js'),
  style: await host.packaged('client.css'),
});
