// The source on one side of a finding: where its context is at the entry that is looked at, the numbered accesses in
// the margin, and the statements of the suggested fix where they would go. Of long files, only the lines in sight are
// drawn.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { HtmlData } from '../data.js';
import { type ColouredToken, tokensOf } from './c-tokens.js';
import { useContextClass } from './colours.js';
import type { ShownFinding } from './decode.js';
import type { Pane } from './panes.js';
import { type Line, linesOf, withFix } from './source-lines.js';
import { useView } from './view.js';

/** As in style/source.css. */
const ROW = 19;
const SPARE = 15;
/** Width of the numbers, and of a character. */
const GUTTER = 86;
const CHARACTER = 7.2;
/** Lines above the current one on paper. */
const PRINTED_ABOVE = 6;
/** Of one line; the rest is named. */
const MOST_CHARACTERS = 400;

interface Props {
  readonly data: HtmlData;
  readonly finding: ShownFinding;
  readonly pane: Pane;
}

export function SourcePane({ data, finding, pane }: Props) {
  const contextClass = useContextClass();
  const { place, side, isActive, accesses } = pane;
  const file = place?.file;
  const box = useRef<HTMLElement>(null);
  const view = useView(box, 400);
  const fix = finding.fix?.file === file && finding.fix?.context === pane.context ? finding.fix : undefined;
  const lines = useMemo(() => withFix(linesOf(data.sources, file), fix), [data, file, fix]);
  const indexOf = (line: number | undefined): number => lines.findIndex((l) => l.number === line);
  const current = indexOf(place?.line);
  const marks = useMemo(() => marksIn(finding, file), [finding, file]);
  // First all accesses on this side, if they fit; then whatever is stepped to.
  useLayoutEffect(() => {
    const own = accesses.filter((a) => a.file === file).map((a) => indexOf(a.line));
    const of = [...own, current].filter((n) => n >= 0);
    if (of.length > 0) bringIntoView(box.current!, Math.min(...of), Math.max(...of), current);
  }, [file]);
  useLayoutEffect(() => {
    if (current < 0) return;
    bringIntoView(box.current!, current, current, current);
    box.current!.scrollLeft = leftFor(lines[current]!.text, place?.column ?? 1, box.current!.clientWidth);
  }, [current, place?.column]);
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const end = Math.min(lines.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  const label = side === 'handler' ? 'Source of the handler' : 'Source of what is interrupted';
  return (
    <section class={`source ${side} ${isActive ? 'active' : ''} ${contextClass(pane.context)}`} aria-label={label}>
      <header class="pane-head">
        <span class="pane-context">
          <b class="context-name">{pane.context}</b>
          {pane.function !== '' && pane.function !== pane.context && <code>{pane.function}</code>}
        </span>
        <span class="source-file" title={file}>
          {place === undefined ? 'No place in the source' : `${place.file}:${place.line}`}
        </span>
      </header>
      <section
        ref={box}
        class="code"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={`${label}, text`}
      >
        {lines.length === 0 && place !== undefined && (
          <p class="note">
            {data.leftOut.includes(place.file) ? 'Left out to keep the report small.' : 'The file could not be read.'}
          </p>
        )}
        <div
          class="code-rows"
          style={{
            height: `${lines.length * ROW}px`,
            '--print-shift': `${Math.max(0, current - PRINTED_ABOVE) * ROW}px`,
          }}
        >
          {lines.slice(first, end).map((line, n) => (
            <Row
              key={first + n}
              line={line}
              top={(first + n) * ROW}
              isCurrent={first + n === current}
              column={first + n === current ? (place?.column ?? 0) : 0}
              marks={line.number === undefined ? [] : (marks.get(line.number) ?? [])}
            />
          ))}
        </div>
      </section>
    </section>
  );
}

/** Rows, in the middle if they fit; else the current one. Nothing moves where they are in sight already. */
function bringIntoView(box: HTMLElement, from: number, to: number, current: number): void {
  const fits = (to - from + 3) * ROW <= box.clientHeight;
  const [top, bottom] = fits ? [from * ROW, (to + 1) * ROW] : [current * ROW, (current + 1) * ROW];
  if (top >= box.scrollTop + ROW && bottom <= box.scrollTop + box.clientHeight - ROW) return;
  box.scrollTop = (top + bottom) / 2 - box.clientHeight / 2;
}

/** How far a long line is scrolled so that a column is in sight, with some of what follows it. */
function leftFor(text: string, column: number, width: number): number {
  const before = text.slice(0, column - 1).replaceAll('\t', '    ').length * CHARACTER;
  const room = width - GUTTER;
  return Math.max(0, before + 16 * CHARACTER - room);
}

interface RowProps {
  readonly line: Line;
  readonly top: number;
  readonly isCurrent: boolean;
  /** Of the access, from 1 on; 0 for none. */
  readonly column: number;
  readonly marks: readonly { readonly number: number; readonly context: string }[];
}

function Row({ line, top, isCurrent, column, marks }: RowProps) {
  const contextClass = useContextClass();
  const shown = line.text.slice(0, MOST_CHARACTERS);
  const more = line.text.length - shown.length;
  return (
    <div
      class={`line ${isCurrent ? 'current' : ''} ${line.fix ?? ''}`}
      title={line.fix === 'added' ? 'Suggested fix: not in the file' : undefined}
      aria-current={isCurrent ? 'true' : undefined}
      data-line={line.number}
      style={{ top: `${top}px` }}
    >
      <span class="gutter">
        <span class="line-marks">
          {marks.map((m) => (
            <span key={m.number} class={`mark small ${contextClass(m.context)}`}>
              {m.number}
            </span>
          ))}
        </span>
        <span class="line-number">{line.number ?? (line.fix === 'added' ? '+' : '⋮')}</span>
      </span>
      <code>
        {withColumn(tokensOf(shown, line.startsInComment), column).map((t, n) => (
          <span key={n} class={`t-${t.kind}${t.isAt ? ' here' : ''}`}>
            {t.text}
          </span>
        ))}
        {more > 0 && <span class="more">{` … ${more.toLocaleString('en')} more characters`}</span>}
      </code>
    </div>
  );
}

/** The token that begins at the column, or the one that lies around it, is where it happens. */
function withColumn(
  tokens: readonly ColouredToken[],
  column: number,
): readonly (ColouredToken & { readonly isAt: boolean })[] {
  let start = 1;
  return tokens.map((t) => {
    const isAt = column >= start && column < start + t.text.length && t.text.trim() !== '';
    start += t.text.length;
    return { ...t, isAt };
  });
}

function marksIn(
  finding: ShownFinding,
  file: string | undefined,
): ReadonlyMap<number, { number: number; context: string }[]> {
  const marks = new Map<number, { number: number; context: string }[]>();
  finding.accesses.forEach(({ place, context }, n) => {
    if (place === undefined || place.file !== file) return;
    const known = marks.get(place.line);
    if (known === undefined) marks.set(place.line, [{ number: n + 1, context }]);
    else known.push({ number: n + 1, context });
  });
  return marks;
}
