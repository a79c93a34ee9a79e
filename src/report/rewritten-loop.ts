// What the compiler may make of a loop that waits for a variable which is neither volatile nor atomic, in the words of
// the source: `t = done; while (!t)`. Only where the condition stands on one line.

import type { SourceLines } from './code-frame.js';
import type { ReportFinding } from './report.js';

/** Undefined where there is no such loop, or the line does not show it. */
export function rewrittenLoop(
  { kind, harm, accesses, variable }: ReportFinding,
  source: SourceLines,
): string | undefined {
  if (kind !== 'missing-volatile' || harm !== 'harmful') return undefined;
  const place = accesses.find((a) => a.operation === 'R')?.place;
  const line = place && source(place.file)?.[place.line - 1];
  if (place === undefined || line === undefined) return undefined;
  const at = place.column - 1;
  const name = variable.slice(variable.lastIndexOf('.') + 1);
  // The place of a member is that of its name; what stands before it belongs to it.
  const owner = /[\w.>\-[\]]*$/.exec(line.slice(0, at))?.[0] ?? '';
  if (!line.startsWith(name, at)) return undefined;
  const read = `${owner}${name}`;
  for (const { 0: head, index } of [...line.matchAll(/\b(?:while|if)\s*\(/g)].reverse()) {
    const end = closing(line, index + head.length);
    if (index > at || end === undefined || end < at) continue;
    const condition = `${line.slice(index, at - owner.length)}t${line.slice(at + name.length, end + 1)}`;
    return `t = ${read}; ${head.startsWith('if') ? `for (;;) ${condition}` : condition} …`;
  }
  return undefined;
}

/** The parenthesis that closes the one before `from`. */
function closing(line: string, from: number): number | undefined {
  let open = 1;
  for (let n = from; n < line.length; n++) {
    if (line[n] === '(') open += 1;
    else if (line[n] === ')') open -= 1;
    if (open === 0) return n;
  }
  return undefined;
}
