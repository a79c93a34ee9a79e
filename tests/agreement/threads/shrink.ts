// Makes a program with threads that shows something smaller: lines are left out, one by one or from a brace to its
// match, as long as it still shows it. What does not compile any more does not.

import type { ThreadProgram } from '../thread-program.js';

export async function shrinkThreads(
  program: ThreadProgram,
  shows: (smaller: ThreadProgram) => Promise<boolean>,
): Promise<ThreadProgram> {
  let best = program;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (let at = best.text.split('\n').length - 1; at >= 0; at--)
      for (const text of without(best.text.split('\n'), at)) {
        const smaller = { ...best, text };
        if (!(await shows(smaller).catch(() => false))) continue;
        best = smaller;
        isSmaller = true;
        break;
      }
  }
  return best;
}

/** All of a block, or its braces, or the line. */
function without(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at];
  if (line === undefined || line.trim() === '' || line.startsWith('#') || line.trim().startsWith('}')) return [];
  if (!line.endsWith('{')) return [lines.filter((_, n) => n !== at).join('\n')];
  const indent = line.length - line.trimStart().length;
  const end = lines.findIndex((l, n) => n > at && l.trim() === '}' && l.length - l.trimStart().length === indent);
  if (end < 0) return [];
  const kept = [
    lines.filter((_, n) => n < at || n > end),
    lines.filter((l, n) => n !== at && n !== end && !(n > at && n < end && l.trim() === '} else {')),
  ];
  return (indent === 0 ? kept.slice(0, 1) : kept).map((l) => l.join('\n'));
}
