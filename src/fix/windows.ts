// Windows of whole lines around two places of a function, the smallest first: statements that follow each other in one
// block, so that a line before them and a line after them are run on every way through, and on none without the other.
// Jumps in or out rule a window out.

import { type CompoundStatement, functionBody, type Statement } from './statements.js';
import { type Tokens, tokensOf } from './tokens.js';

export interface Window {
  readonly firstLine: number;
  readonly lastLine: number;
  /** A label stands before it, which in older C no declaration may follow. */
  readonly isBehindLabel: boolean;
}

/** From 1, as debug information counts them. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export class SourceFile {
  private readonly scanned: Tokens;
  private words: ReadonlySet<string> | undefined;
  private readonly bodies = new Map<number, CompoundStatement | undefined>();

  constructor(readonly text: string) {
    this.scanned = tokensOf(text);
  }

  /** Is the word used anywhere? */
  hasWord(word: string): boolean {
    this.words ??= new Set(this.scanned.tokens.map((t) => t.text));
    return this.words.has(word);
  }

  /** Around both places, in the function that is named at `functionLine`. */
  windows(functionLine: number, from: Position, to: Position): readonly Window[] {
    const body = this.body(functionLine);
    if (body === undefined) return [];
    const found: Window[] = [];
    const around = blocksAround(body, from, to);
    for (const { items } of around) {
      const [a, b] = [indexAt(items, from), indexAt(items, to)];
      const window = this.window(items, Math.min(a, b), Math.max(a, b));
      if (window !== undefined) found.unshift(window);
    }
    const whole = this.window(body.items, 0, body.items.length - 1);
    if (around.length > 0 && whole !== undefined) found.push(whole);
    return found.filter(
      (w, n) => n === 0 || w.firstLine !== found[n - 1]!.firstLine || w.lastLine !== found[n - 1]!.lastLine,
    );
  }

  private body(line: number): CompoundStatement | undefined {
    if (!this.bodies.has(line)) this.bodies.set(line, functionBody(this.scanned.tokens, line));
    return this.bodies.get(line);
  }

  /** Grown until it fills its lines; undefined where that, or control flow, is not possible. */
  private window(items: readonly Statement[], first: number, last: number): Window | undefined {
    let [from, to] = [first, last];
    while (from > 0 && items[from - 1]!.last.line === items[from]!.first.line) from--;
    while (to < items.length - 1 && items[to + 1]!.first.line === items[to]!.last.line) to++;
    const inside = items.slice(from, to + 1);
    const [firstLine, lastLine] = [inside[0]!.first.line, inside.at(-1)!.last.line];
    const isClosed = inside.every((s) => s.exits.size === 0 && s.entries.size === 0);
    const isFree = this.isFree(inside[0]!, inside.at(-1)!) && this.hasWholeConditionals(firstLine, lastLine);
    if (!isClosed || !isFree) return undefined;
    return { firstLine, lastLine, isBehindLabel: items[from - 1]?.isLabel === true };
  }

  /** Nothing else stands on the lines, and lines can be inserted before and after them. */
  private isFree(first: Statement, last: Statement): boolean {
    const { tokens, joined } = this.scanned;
    const before = tokens[tokens.indexOf(first.first) - 1];
    const after = tokens[tokens.indexOf(last.last) + 1];
    const [firstLine, lastLine] = [first.first.line, last.last.line];
    return (
      before?.line !== firstLine && after?.line !== lastLine && !joined.has(firstLine) && !joined.has(lastLine + 1)
    );
  }

  /** Each `#if` in it ends in it: what is left out by one must not be half of the mask. */
  private hasWholeConditionals(firstLine: number, lastLine: number): boolean {
    let depth = 0;
    for (const { line, kind } of this.scanned.conditionals) {
      if (line < firstLine || line > lastLine) continue;
      if (kind === 'else' && depth === 0) return false;
      depth += kind === 'if' ? 1 : kind === 'endif' ? -1 : 0;
      if (depth < 0) return false;
    }
    return depth === 0;
  }
}

/** Those in which both places are, the outermost first. */
function blocksAround(body: CompoundStatement, from: Position, to: Position): readonly CompoundStatement[] {
  if (!isIn(body, from) || !isIn(body, to)) return [];
  const around = body.items.flatMap((item) => item.blocks).flatMap((block) => blocksAround(block, from, to));
  return [body, ...around];
}

function contains({ first, last }: Statement, place: Position): boolean {
  return !isBefore(place, first) && !isBefore(last, place);
}

function indexAt(items: readonly Statement[], place: Position): number {
  return items.findIndex((item) => contains(item, place));
}

function isIn({ items }: CompoundStatement, place: Position): boolean {
  return indexAt(items, place) !== -1;
}

function isBefore(a: Position, b: Position): boolean {
  return a.line !== b.line ? a.line < b.line : a.column < b.column;
}
