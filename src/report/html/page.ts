// The HTML report: one file with its data, style and script in it. Its policy lets it load nothing at all, and run nothing but the one script
// whose hash it names, so that whatever a source file, a file name or an identifier contains stays text.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import type { Report } from '../report.js';
import { encode } from './encode.js';

/** What the build makes of client/. */
export interface Assets {
  readonly script: string;
  readonly style: string;
}

export function htmlPage(report: Report, { script, style }: Assets = builtAssets()): string {
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
<script type="application/json" id="data">${inScript(encode(report))}</script>
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
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function builtAssets(): Assets {
  const folder = join(packageRoot, 'dist', 'report', 'html');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  // A script that contained the end of a script would be cut there, and its hash would be wrong.
  return { script: read('client.js').replaceAll('</script', '<\\/script'), style: read('client.css') };
}
