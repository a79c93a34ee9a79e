// A suggested fix: the lines that must not be interrupted, with what to put before and after them, and what was
// verified of it.

import type { Fix } from '../fix/fix.js';
import type { SourceLines } from './code-frame.js';
import { listed } from './finding-words.js';
import { inert, inertData } from './inert.js';
import type { CheckStyle } from './text-style.js';
import { screenWidth, wrap } from './wrap.js';

/** Lines of a window that are shown; of longer ones its first and its last. */
const MAX_SHOWN = 8;

export function fixText(fix: Fix, source: SourceLines, style: CheckStyle): string[] {
  const { paint, width } = style;
  const { file } = fix;
  const { firstLine, lastLine, before, after, keepsOut, verified, context } = inertData(fix);
  const where = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
  const name = inert(fix.function);
  const words = `keep ${listed(keepsOut)} out of ${where} in ${name}${name === context ? '' : ` (${context})`}`;
  const lines = source(file);
  const digits = Math.max(4, String(lastLine).length);
  const row = (number: string, text: string): string =>
    `  ${paint.dim(`${number.padStart(digits)} |`)} ${clipped(text, width - digits - 5)}`.trimEnd();
  const line = (n: number): string[] => (lines?.[n - 1] === undefined ? [] : [row(String(n), shown(lines[n - 1]!))]);
  const added = (indent: string) => (text: string) => paint.added(row('+', `${indent}${text}`));
  const indentOf = (n: number): string => /^\s*/.exec(shown(lines?.[n - 1] ?? ''))![0];
  const inside = Array.from({ length: lastLine - firstLine + 1 }, (_, n) => firstLine + n);
  const body =
    inside.length <= MAX_SHOWN
      ? inside.flatMap(line)
      : [...line(firstLine), row('…', `${inside.length - 2} lines`), ...line(lastLine)];
  return [
    ...wrap(words, width, '  fix:      '),
    ...before.map(added(indentOf(firstLine))),
    ...body,
    ...after.map(added(indentOf(lastLine))),
    ...wrap(verified, width, '  verified: '),
  ];
}

function shown(text: string): string {
  return inert(text.replaceAll('\t', '    ').replace(/\r$/, ''));
}

function clipped(text: string, room: number): string {
  return screenWidth(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}…`;
}
