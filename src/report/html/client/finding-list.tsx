// The list of findings. Rows have one height, so that of thousands only those in sight are drawn.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { primaryAccess } from '../../../findings/finding.js';
import { useContextClass } from './colours.js';
import type { ShownFinding } from './decode.js';
import { statusNames } from './filters.js';
import { fileName, placeText } from './places.js';
import { type RowText, rowTexts } from './row-text.js';
import { useView } from './view.js';

/** As in style/list.css. */
const ROW = 74;
const SPARE = 6;

interface Props {
  /** Of the report; rows are told apart among all of them. */
  readonly all: readonly ShownFinding[];
  readonly findings: readonly ShownFinding[];
  readonly selected: ShownFinding | undefined;
  readonly onSelect: (finding: ShownFinding | undefined) => void;
}

export function FindingList({ all, findings, selected, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const view = useView(list, 800);
  const texts = useMemo(() => rowTexts(all), [all]);
  const hasFiles = useMemo(() => new Set(all.map((f) => primaryAccess(f)?.place?.file)).size > 1, [all]);
  const at = selected === undefined ? -1 : findings.indexOf(selected);
  useLayoutEffect(() => {
    const element = list.current!;
    if (at < 0) return;
    const [top, bottom] = [at * ROW - element.scrollTop, (at + 1) * ROW - element.scrollTop - element.clientHeight];
    // A neighbour is just brought in; what is farther away comes into the middle.
    if (top < -ROW || bottom > ROW) element.scrollTop = (at + 0.5) * ROW - element.clientHeight / 2;
    else if (top < 0) element.scrollTop += top;
    else if (bottom > 0) element.scrollTop += bottom;
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / ROW) - 1);
    const last = findings.length - 1;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + page, PageUp: at - page }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(findings[Math.max(0, Math.min(last, target))]);
  };
  // A list that has become shorter is scrolled back only when it has been drawn.
  const top = Math.max(0, Math.min(view.top, findings.length * ROW - view.height));
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const end = Math.min(findings.length, Math.ceil((top + view.height) / ROW) + SPARE);
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      aria-label="Findings"
      tabIndex={0}
      aria-activedescendant={selected === undefined ? undefined : `finding-${selected.index}`}
      onKeyDown={onKeyDown}
    >
      <div class="rows" style={{ height: `${findings.length * ROW}px` }}>
        {findings.slice(first, end).map((finding, n) => (
          <Row
            key={finding.index}
            finding={finding}
            text={texts[finding.index]!}
            hasFiles={hasFiles}
            top={(first + n) * ROW}
            position={first + n + 1}
            of={findings.length}
            isSelected={finding === selected}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly finding: ShownFinding;
  readonly text: RowText;
  /** Findings of the report are in several files. */
  readonly hasFiles: boolean;
  readonly top: number;
  readonly position: number;
  readonly of: number;
  readonly isSelected: boolean;
  readonly onSelect: (finding: ShownFinding) => void;
}

function Row({ finding, text, hasFiles, top, position, of, isSelected, onSelect }: RowProps) {
  const contextClass = useContextClass();
  const place = primaryAccess(finding)?.place;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus, and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={`finding-${finding.index}`}
      class={`row ${finding.status === 'open' ? '' : 'settled'}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={of}
      style={{ top: `${top}px` }}
      onClick={() => onSelect(finding)}
    >
      <span class="row-head">
        <span class={`kind kind-${finding.kind}`}>{text.kind}</span>
        {finding.pattern !== undefined && <span class="pattern">{finding.pattern}</span>}
        {finding.harm === 'harmful' && <span class="tag harmful">harmful</span>}
        {finding.status !== 'open' && <span class="tag">{statusNames[finding.status]}</span>}
        {finding.change === 'new' && <span class="tag new">new</span>}
        {hasFiles && place !== undefined && (
          <span class="row-file" title={placeText(place)}>
            {fileName(place)}
          </span>
        )}
      </span>
      <span class="row-variable" title={finding.example}>
        {finding.example}
      </span>
      <span class="row-foot">
        {text.parts.map((part) => (
          <span
            key={`${part.context} ${part.function}`}
            class={`row-part ${contextClass(part.context)}`}
            title={`${part.context}: ${part.function} ${part.does}`}
          >
            <span class="dot-name">{part.function}</span> {part.does}
          </span>
        ))}
      </span>
    </div>
  );
}
