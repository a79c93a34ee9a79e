// The source around the entry that is looked at: its line, the numbered accesses of the finding in the margin, the window of the suggested
// fix. Of long files, only the lines in sight are drawn.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Place } from '../../../base/diagnostic.js';
import type { HtmlData } from '../data.js';
import { type ColouredToken, commentStarts, tokensOf } from './c-tokens.js';
import { useContextClass } from './colours.js';
import type { ShownFinding } from './decode.js';
import { useView } from './view.js';

/** As in style/source.css. */
const ROW = 20;
const SPARE = 15;
/** Lines above the current one on paper. */
const PRINTED_ABOVE = 6;
/** Of one line; the rest is named. */
const MOST_CHARACTERS = 400;

interface Props {
  readonly data: HtmlData;
  readonly finding: ShownFinding;
  readonly place: Place | undefined;
  readonly context: string | undefined;
  readonly functionName: string | undefined;
}

interface Line {
  /** Undefined: lines that the report left out. */
  readonly number: number | undefined;
  readonly text: string;
  readonly startsInComment: boolean;
}

export function SourcePane({ data, finding, place, context, functionName }: Props) {
  const contextClass = useContextClass();
  const pane = useRef<HTMLElement>(null);
  const view = useView(pane, 400);
  const lines = useMemo(() => linesOf(data, place?.file), [data, place?.file]);
  const current = lines.findIndex((line) => line.number === place?.line);
  const marks = useMemo(() => marksIn(finding, place?.file), [finding, place?.file]);
  useLayoutEffect(() => {
    const element = pane.current!;
    if (current < 0) return;
    const top = current * ROW;
    if (top < element.scrollTop + 2 * ROW || top > element.scrollTop + element.clientHeight - 3 * ROW)
      element.scrollTop = top - element.clientHeight / 3;
    element.scrollLeft = 0;
  }, [current, place?.file]);
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const end = Math.min(lines.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  const fix = finding.fix?.file === place?.file ? finding.fix : undefined;
  return (
    <section class={`source ${contextClass(context ?? '')}`} aria-label="Source">
      <header class="pane-head">
        <span class="source-file" title={place?.file}>
          {place === undefined ? 'No place in the source' : place.file}
        </span>
        {functionName !== undefined && functionName !== '' && <code class="source-function">{functionName}</code>}
      </header>
      <section
        ref={pane}
        class="code"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label="Source text"
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
              isFixed={
                fix !== undefined &&
                line.number !== undefined &&
                line.number >= fix.firstLine &&
                line.number <= fix.lastLine
              }
            />
          ))}
        </div>
      </section>
    </section>
  );
}

interface RowProps {
  readonly line: Line;
  readonly top: number;
  readonly isCurrent: boolean;
  /** Of the access, from 1 on; 0 for none. */
  readonly column: number;
  readonly marks: readonly { readonly number: number; readonly context: string }[];
  readonly isFixed: boolean;
}

function Row({ line, top, isCurrent, column, marks, isFixed }: RowProps) {
  const contextClass = useContextClass();
  const shown = line.text.slice(0, MOST_CHARACTERS);
  const more = line.text.length - shown.length;
  return (
    <div
      class={`line ${isCurrent ? 'current' : ''} ${isFixed ? 'fixed' : ''}`}
      aria-current={isCurrent ? 'true' : undefined}
      data-line={line.number}
      style={{ top: `${top}px` }}
    >
      <span class="line-marks">
        {marks.map((m) => (
          <span key={m.number} class={`mark small ${contextClass(m.context)}`}>
            {m.number}
          </span>
        ))}
      </span>
      <span class="line-number">{line.number ?? '⋮'}</span>
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

function linesOf({ sources }: HtmlData, file: string | undefined): readonly Line[] {
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
