// The windows that might help against a finding, the smallest first: in the function where the two places meet, then in
// its callers.

import type { CheckLimits } from '../base/limits.js';
import type { Finding } from '../findings/finding.js';
import type { Program } from '../model/program.js';
import { type Span, spansOf } from './spots.js';
import type { SourceFile, Window } from './windows.js';

export interface Candidate extends Window {
  /** As debug information names it. */
  readonly file: string;
  readonly span: Span;
  /** In the module. */
  readonly function: string;
  /** Calls between it and the function where the two places meet. */
  readonly callers: number;
}

/** `open` gives a source file; undefined where it cannot be read. Throws what `checkLimits` throws. */
export function candidatesFor(
  program: Program,
  finding: Finding,
  open: (file: string) => SourceFile | undefined,
  checkLimits: CheckLimits,
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const span of spansOf(program, finding, checkLimits)) {
    checkLimits();
    for (const candidate of along(program, span, open)) {
      const { file, firstLine, lastLine } = candidate;
      const key = `${file}:${firstLine}:${lastLine} ${span.isrs.join()}`;
      if (!found.has(key)) found.set(key, candidate);
    }
  }
  const sizeOf = ({ firstLine, lastLine }: Candidate): number => lastLine - firstLine;
  return [...found.values()].sort((a, b) => a.callers - b.callers || sizeOf(a) - sizeOf(b));
}

function* along({ module }: Program, span: Span, open: (file: string) => SourceFile | undefined): Generator<Candidate> {
  const [from, to] = [span.from.levels, span.to.levels];
  if (span.from.context !== span.to.context) return;
  const deepest = common(span) - 1;
  for (let n = deepest; n >= 0; n--) {
    const [a, b] = [from[n]!, to[n]!];
    const fn = module.functions.get(a.function);
    const named = fn && module.units[fn.unit]?.debug.subprogram(fn.debug)?.place;
    if (fn === undefined || named === undefined || a.place === undefined || b.place === undefined) continue;
    // Code of a macro may have its place in another file.
    if (a.place.file !== named.file || b.place.file !== named.file) continue;
    const windows = open(named.file)?.windows(named.line, a.place, b.place) ?? [];
    for (const window of windows) yield { ...window, file: named.file, span, function: fn.name, callers: deepest - n };
  }
}

/** How many calls lead to both. */
function common({ from, to }: Span): number {
  let n = 0;
  while (from.levels[n] !== undefined && from.levels[n]!.serial === to.levels[n]?.serial) n++;
  return n;
}
