// The lines of a file as a pane shows them: what the report holds of it, and the statements of the suggested fix
// where they would go. Pure.

import type { HtmlData, HtmlFinding } from '../data.js';
import { commentStarts } from './c-tokens.js';

export interface Line {
  /** Undefined: no line of the file; lines that the report left out, or a statement of the fix. */
  readonly number: number | undefined;
  readonly text: string;
  readonly startsInComment: boolean;
  /** In the window of the fix, or one of its statements. */
  readonly fix?: 'fixed' | 'added';
}

export function linesOf(sources: HtmlData['sources'], file: string | undefined): readonly Line[] {
  const source = sources.find((s) => s.file === file);
  if (source === undefined) return [];
  const left: Line = { number: undefined, text: '', startsInComment: false };
  const lines: Line[] = [];
  let next = 1;
  for (const { firstLine, text } of source.parts) {
    if (firstLine > next) lines.push(left);
    const texts = text.split('\n');
    const inside = commentStarts(texts);
    texts.forEach((t, n) => lines.push({ number: firstLine + n, text: t, startsInComment: inside[n]! }));
    next = firstLine + texts.length;
  }
  if (next <= source.lines) lines.push(left);
  return lines;
}

export function withFix(lines: readonly Line[], fix: HtmlFinding['fix']): readonly Line[] {
  if (fix === undefined) return lines;
  const { firstLine, lastLine, before, after } = fix;
  const indent = /^\s*/.exec(lines.find((l) => l.number === firstLine)?.text ?? '')![0];
  const added = (text: string): Line => ({
    number: undefined,
    text: `${indent}${text}`,
    startsInComment: false,
    fix: 'added',
  });
  return lines.flatMap((line): readonly Line[] => {
    const { number } = line;
    if (number === undefined || number < firstLine || number > lastLine) return [line];
    return [
      ...(number === firstLine ? before.map(added) : []),
      { ...line, fix: 'fixed' },
      ...(number === lastLine ? after.map(added) : []),
    ];
  });
}
