// Lines that are put into a file, and what that does to the places in it.

import type { Place } from '../base/diagnostic.js';
import { type Finding, identityOf } from '../findings/finding.js';
import type { Context } from '../model/program.js';

export interface Change {
  readonly file: string;
  /** The window, in lines of the file as it is. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Put before the first line, and after the last. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The text with the lines in it, indented as the window is. */
export function changedText(text: string, { firstLine, lastLine, before, after }: Change): string {
  const lines = text.split('\n');
  const end = lines[firstLine - 1]?.endsWith('\r') === true ? '\r' : '';
  const indent = /^[ \t]*/.exec(lines[firstLine - 1] ?? '')![0];
  const written = (added: readonly string[]): readonly string[] => added.map((line) => `${indent}${line}${end}`);
  return [
    ...lines.slice(0, firstLine - 1),
    ...written(before),
    ...lines.slice(firstLine - 1, lastLine),
    ...written(after),
    ...lines.slice(lastLine),
  ].join('\n');
}

/** What a line of the changed text is. */
export function lineOrigin({ firstLine, lastLine, before, after }: Change, line: number): 'before' | 'after' | number {
  const first = firstLine + before.length;
  const last = lastLine + before.length;
  if (line < firstLine) return line;
  if (line < first) return 'before';
  if (line <= last) return line - before.length;
  return line <= last + after.length ? 'after' : line - before.length - after.length;
}

/** Of a finding in the changed program: what it would be called in the program as it is. */
export function originalIdentity(finding: Finding, change: Change, contexts: readonly Context[]): string {
  const accesses = finding.accesses.map((a) => ({ ...a, place: originalPlace(a.place, change) }));
  return identityOf({ ...finding, accesses }, (file) => file, contexts);
}

function originalPlace(place: Place | undefined, change: Change): Place | undefined {
  if (place === undefined || place.file !== change.file) return place;
  const line = lineOrigin(change, place.line);
  // No place of the original has line −1: what is found in the added lines is new.
  return { ...place, line: typeof line === 'number' ? line : -1 };
}
