// The HTML report: one file with its data, style and script in it. Its policy lets it load nothing at all, and run
// nothing but the one script whose hash it names, so that whatever a source file, a file name or an identifier contains
// stays text.

import { base64Hash } from '../../base/hash.js';
import type { Batch } from '../batch.js';
import { inert } from '../inert.js';
import type { Report } from '../report.js';
import type { HtmlProgram } from './data.js';
import { encode } from './encode.js';

/** What the build makes of client/. */
export interface Assets {
  readonly script: string;
  readonly style: string;
}

/** Characters of JSON, of all programs together. */
const BATCH_BUDGET = 24_000_000;

export function htmlPage(report: Report, assets: Assets): string {
  return pageOf(dataElement('data', encode(report)), assets);
}

/** Many reports in one file, and a list to choose from. */
export function htmlBatchPage({ programs }: Batch, assets: Assets): string {
  const listed = programs.map(({ name, exitCode, outcome }): HtmlProgram => {
    const program = { name: inert(name), exitCode };
    if (outcome.kind === 'refused') return { ...program, refusal: outcome.diagnostics.map((d) => inert(d.message)) };
    const { findings, verdicts } = outcome.report;
    return { ...program, findings: findings.length, isUnknown: verdicts.some((v) => v.kind === 'unknown') };
  });
  const budget = BATCH_BUDGET / Math.max(1, programs.length);
  const reports = programs.flatMap(({ outcome }, n) =>
    outcome.kind === 'report' ? [dataElement(`data-${n}`, encode(outcome.report, budget))] : [],
  );
  return pageOf([dataElement('programs', JSON.stringify(listed)), ...reports].join('\n'), assets);
}

function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${inScript(json)}</script>`;
}

function pageOf(data: string, assets: Assets): string {
  const { style } = assets;
  // A script that contained the end of a script would be cut there, and its hash would be wrong.
  const script = assets.script.replaceAll('</script', '<\\/script');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Preempt">
<title>Preempt report</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript><p class="noscript">This report draws its timelines with a script of its own. Scripts are turned off here.</p></noscript></div>
<div id="print"></div>
${data}
<script>${script}</script>
</body>
</html>
`;
}

/** JSON that no HTML parser takes for the end of the script or for a comment, and that older JavaScript reads, too. */
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function hashOf(text: string): string {
  return `sha256-${base64Hash(text)}`;
}
