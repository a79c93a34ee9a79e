// What a finding is recognised by in a later version of the source: baselines, comparisons and SARIF's
// `partialFingerprints` use it. Made of names and of the text of the lines, never of line numbers or files, so that
// edits elsewhere, moved functions, comments and reformatted lines leave it as it is. Two findings of one report never
// have the same one.

import { hexHash } from '../base/hash.js';
import { compareText } from '../base/order.js';
import type { ReportFinding } from './report.js';

type Recognisable = Pick<ReportFinding, 'kind' | 'pattern' | 'variable' | 'accesses'>;
/** Text of files, by the name that places have. */
export type Sources = ReadonlyMap<string, string>;

/** Of a finding on its own: findings that look alike, such as those of two equal lines in a function, share it. */
export function fingerprintOf(finding: Recognisable, sources: Sources): string {
  return hashOf(finding, lineReader(sources));
}

/**
 * Of all findings of a report, in their order: `fingerprintOf` and a number, which counts those that look alike down
 * the source.
 */
export function fingerprintsOf(findings: readonly Recognisable[], sources: Sources): string[] {
  const lineAt = lineReader(sources);
  const alike = new Map<string, number[]>();
  findings.forEach((finding, n) => {
    const hash = hashOf(finding, lineAt);
    const group = alike.get(hash);
    if (group === undefined) alike.set(hash, [n]);
    else group.push(n);
  });
  const fingerprints: string[] = [];
  for (const [hash, group] of alike) {
    const down = group.sort((a, b) => downTheSource(findings[a]!, findings[b]!));
    down.forEach((n, ordinal) => {
      fingerprints[n] = `${hash}:${ordinal + 1}`;
    });
  }
  return fingerprints;
}

function hashOf({ kind, pattern, variable, accesses }: Recognisable, lineAt: LineReader): string {
  const parts = accesses.map(({ context, function: name, operation, place, ordinal }) => [
    context,
    name,
    operation,
    place === undefined ? '' : lineAt(place.file, place.line),
    ...(ordinal === undefined ? [] : [ordinal]),
  ]);
  // Which of two threads that race is about to is the schedule's choice.
  const isSymmetric = kind === 'race' && accesses.every((a) => a.thread !== undefined);
  const inOrder = isSymmetric ? parts.sort((a, b) => compareText(JSON.stringify(a), JSON.stringify(b))) : parts;
  return hexHash(JSON.stringify([kind, pattern ?? '', variable, inOrder])).slice(0, 16);
}

type LineReader = (file: string, line: number) => string;

/** Lines in their normal form, empty where the file is not known. Each is worked on once. */
function lineReader(sources: Sources): LineReader {
  const files = new Map<string, { readonly lines: readonly string[]; readonly normal: Map<number, string> }>();
  return (file, line) => {
    let known = files.get(file);
    if (known === undefined) {
      known = { lines: (sources.get(file) ?? '').split('\n'), normal: new Map() };
      files.set(file, known);
    }
    let text = known.normal.get(line);
    if (text === undefined) {
      text = normalLine(known.lines[line - 1] ?? '');
      known.normal.set(line, text);
    }
    return text;
  };
}

/**
 * Literals (an open one goes to the end: no backtracking on hostile lines), comments, words and single other
 * characters.
 */
const tokens = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\/\*.*?(?:\*\/|$)|\/\/.*$|[\p{L}\p{N}_$]+|\S/gu;
const wordStart = /^[\p{L}\p{N}_$]/u;
/** The same of plain text: classes of all characters take V8 longer to compile than a report takes to be made. */
const plainTokens = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\/\*.*?(?:\*\/|$)|\/\/.*$|[\w$]+|\S/g;
const plainWordStart = /^[\w$]/;
const plain = /^[\t\x20-\x7e]*$/;

/** Without comments, and without blanks where they do not separate words. */
function normalLine(text: string): string {
  let normal = '';
  let wasWord = false;
  const isPlain = plain.test(text);
  const start = isPlain ? plainWordStart : wordStart;
  for (const token of text.match(isPlain ? plainTokens : tokens) ?? []) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    const isWord = start.test(token);
    normal += isWord && wasWord ? ` ${token}` : token;
    wasWord = isWord;
  }
  return normal;
}

function downTheSource(a: Recognisable, b: Recognisable): number {
  for (let n = 0; n < a.accesses.length; n++) {
    const [left, right] = [a.accesses[n]?.place, b.accesses[n]?.place];
    const order =
      compare(left?.file ?? '', right?.file ?? '') ||
      (left?.line ?? 0) - (right?.line ?? 0) ||
      (left?.column ?? 0) - (right?.column ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
