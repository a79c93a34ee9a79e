// Code frames: lines of source with marks under them. Places that lie close together share a frame; lines that are too
// long for the screen are cut around what is marked.

import { compareText } from '../base/order.js';
import { inert, printable } from './inert.js';
import type { ReportPlace } from './report.js';
import type { CheckStyle, Paint } from './text-style.js';
import { screenWidth } from './wrap.js';

export interface FrameMark {
  readonly place: ReportPlace;
  readonly function: string;
  /** `(1)`; empty where there is nothing to number. */
  readonly number: string;
  readonly who: string;
  readonly does: string;
}

/** The lines of a file; undefined where it could not be read. */
export type SourceLines = (file: string) => readonly string[] | undefined;

/** Lines between two marks that are shown rather than a new frame begun. */
const MAX_BETWEEN = 4;
const TAB = 4;
const INDENT = '  ';

/** Frames stand in the order of their first mark, with an empty line between two. */
export function codeFrames(marks: readonly FrameMark[], source: SourceLines, style: CheckStyle): string[] {
  const digits = Math.max(4, ...marks.map((m) => String(m.place.line + 1).length));
  return clusters(marks).flatMap((cluster, n) => [...(n === 0 ? [] : ['']), ...frame(cluster, digits, source, style)]);
}

function clusters(marks: readonly FrameMark[]): readonly (readonly FrameMark[])[] {
  const found: FrameMark[][] = [];
  for (const mark of [...marks].sort((a, b) => a.place.line - b.place.line)) {
    const near = found.find((c) => {
      const last = c.at(-1)!.place;
      return last.file === mark.place.file && mark.place.line - last.line <= MAX_BETWEEN + 1;
    });
    if (near === undefined) found.push([mark]);
    else near.push(mark);
  }
  const first = (c: readonly FrameMark[]): number => Math.min(...c.map((m) => marks.indexOf(m)));
  return found.sort((a, b) => first(a) - first(b));
}

/** `marks` are sorted by line. */
function frame(marks: readonly FrameMark[], digits: number, source: SourceLines, style: CheckStyle): string[] {
  const { paint } = style;
  const { file } = marks[0]!.place;
  const lines = source(file);
  const inOrder = [...marks].sort((a, b) => compareText(a.number, b.number));
  const { line, column } = inOrder[0]!.place;
  const functions = [...new Set(inOrder.map((m) => m.function))];
  const head = `${INDENT}${paint.dim('-->')} ${inert(file)}:${line}${column === 0 ? '' : `:${column}`} in ${functions.join(' and ')}`;
  const gutter = (number: number | undefined): string =>
    paint.dim(`${INDENT}${(number === undefined ? '' : String(number)).padStart(digits)} |`);
  const room = Math.max(20, style.width - INDENT.length - digits - 3);
  const shown: string[] = [head];
  const [first, last] = [marks[0]!.place.line, marks.at(-1)!.place.line];
  for (let n = first - 1; n <= last + 1; n++) {
    const text = lines?.[n - 1];
    const here = marks.filter((m) => m.place.line === n);
    const isEdge = n < first || n > last;
    if (isEdge && (text === undefined || text.trim() === '')) continue;
    if (here.length === 0) {
      if (text !== undefined) shown.push(`${gutter(n)} ${clipped(text, room)}`.trimEnd());
      continue;
    }
    if (text === undefined) {
      for (const mark of here) shown.push(`${gutter(n)} ${words([mark], paint).painted}`);
      continue;
    }
    for (const part of cutAround(text, here, room)) {
      shown.push(`${gutter(n)} ${part.text}`.trimEnd());
      for (const row of part.rows)
        for (const label of labelled(row, room, style)) shown.push(`${gutter(undefined)} ${label}`);
    }
  }
  return shown;
}

/** A line without marks: its beginning. */
function clipped(text: string, room: number): string {
  const shown = visible(text.slice(0, 4 * room), 0).text;
  return screenWidth(shown) <= room ? shown : `${[...shown].slice(0, room - 1).join('')}…`;
}

interface Row {
  /** Characters before the caret. */
  readonly at: number;
  readonly marks: readonly FrameMark[];
}

interface Part {
  readonly text: string;
  readonly rows: readonly Row[];
}

/** The line, once for each group of marks that fit on the screen together. */
function cutAround(text: string, marks: readonly FrameMark[], room: number): readonly Part[] {
  const columns = [...new Set(marks.map((m) => m.place.column))].sort((a, b) => a - b);
  const rowsAt = (column: number, at: number): Row => ({ at, marks: marks.filter((m) => m.place.column === column) });
  const inCharacters = characterColumns(text, columns);
  const whole = visible(text, 0);
  if (screenWidth(whole.text) <= room)
    return [{ text: whole.text, rows: columns.map((c, n) => rowsAt(c, whole.screenColumn(inCharacters[n]!))) }];
  const parts: Part[] = [];
  for (let n = 0; n < columns.length; ) {
    // A third of the room stays before the first mark; the rest of the line tells more.
    const begin = Math.max(0, inCharacters[n]! - Math.floor(room / 3));
    const cut = visible(text.slice(begin, begin + 4 * room), begin === 0 ? 0 : 1);
    const characters = [...cut.text];
    const isCut = characters.length > room - (begin === 0 ? 0 : 1) || begin + 4 * room < text.length;
    const body = characters.slice(0, room - (begin === 0 ? 0 : 1) - (isCut ? 1 : 0)).join('');
    const rows: Row[] = [];
    const limit = room - 1;
    do {
      const at = cut.screenColumn(inCharacters[n]! - begin);
      if (rows.length > 0 && at >= limit) break;
      rows.push(rowsAt(columns[n]!, Math.min(at, limit)));
      n++;
    } while (n < columns.length);
    parts.push({ text: `${begin === 0 ? '' : '…'}${body}${isCut ? '…' : ''}`, rows });
  }
  return parts;
}

/** Columns count bytes of UTF-8, as clang's do; positions in the text count from 0. */
function characterColumns(text: string, columns: readonly number[]): readonly number[] {
  const farthest = Math.max(0, ...columns);
  const head = text.slice(0, farthest);
  if (/^[\x00-\x7f]*$/.test(head)) return columns.map((c) => Math.max(0, c - 1));
  const bytes = new TextEncoder().encode(head);
  const decoder = new TextDecoder();
  return columns.map((c) => decoder.decode(bytes.slice(0, Math.max(0, c - 1))).length);
}

/** Tabs as spaces, control characters as what they are; `shift` columns stand before the text. */
function visible(
  text: string,
  shift: number,
): { readonly text: string; readonly screenColumn: (index: number) => number } {
  let shown = '';
  let width = 0;
  const columns: number[] = [];
  for (const character of text) {
    for (let n = 0; n < character.length; n++) columns.push(width + shift);
    const piece = character === '\t' ? ' '.repeat(TAB - (width % TAB)) : character === '\r' ? '' : printable(character);
    shown += piece;
    width += screenWidth(piece);
  }
  return { text: shown.trimEnd(), screenColumn: (index) => columns[index] ?? width + shift };
}

/** What is said stands behind the caret, before it where there is more room, or below. */
function labelled({ at, marks }: Row, room: number, style: CheckStyle): readonly string[] {
  const { paint } = style;
  const { plain, painted } = words(marks, paint);
  const caret = paint.error('^');
  const width = screenWidth(plain);
  if (at + 2 + width <= room) return [`${' '.repeat(at)}${caret} ${painted}`];
  if (at > width) return [`${' '.repeat(at - width - 1)}${painted} ${caret}`];
  if (marks.length > 1 && width > room) return marks.flatMap((mark) => labelled({ at, marks: [mark] }, room, style));
  return [`${' '.repeat(at)}${caret}`, `${' '.repeat(Math.max(0, room - width))}${painted}`];
}

/** `(1) main reads 3, (3) writes 4`. */
function words(marks: readonly FrameMark[], paint: Paint): { readonly plain: string; readonly painted: string } {
  const all = marks.map(({ number, who, does }, n) => {
    const isSame = n > 0 && bare(marks[n - 1]!.who) === bare(who);
    return { number, text: isSame ? does : `${who} ${does}` };
  });
  const joined = (paintNumber: (text: string) => string): string =>
    all.map((w) => (w.number === '' ? w.text : `${paintNumber(w.number)} ${w.text}`)).join(', ');
  return { plain: joined((text) => text), painted: joined(paint.mark) };
}

/** Without its level. */
function bare(who: string): string {
  return who.replace(/ \(.*$/, '');
}
