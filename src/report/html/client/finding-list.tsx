// The list of findings. Rows have one height, so that of thousands only those in sight are drawn.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useContextClass } from './colours.js';
import type { ShownFinding } from './decode.js';
import { kindNames, statusNames } from './filters.js';
import { fileName, placeText } from './places.js';
import { useView } from './view.js';

/** As in style/list.css. */
const ROW = 74;
const SPARE = 6;

interface Props {
  readonly findings: readonly ShownFinding[];
  readonly selected: ShownFinding | undefined;
  readonly onSelect: (finding: ShownFinding | undefined) => void;
}

export function FindingList({ findings, selected, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const view = useView(list, 800);
  const at = selected === undefined ? -1 : findings.indexOf(selected);
  useLayoutEffect(() => {
    const element = list.current!;
    if (at < 0) return;
    if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
    else if ((at + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (at + 1) * ROW - element.clientHeight;
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
  readonly top: number;
  readonly position: number;
  readonly of: number;
  readonly isSelected: boolean;
  readonly onSelect: (finding: ShownFinding) => void;
}

function Row({ finding, top, position, of, isSelected, onSelect }: RowProps) {
  const contextClass = useContextClass();
  const place = finding.accesses[0]?.place;
  const contexts = [...new Set(finding.accesses.map((a) => a.context))];
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
        <span class={`kind kind-${finding.kind}`}>{kindNames[finding.kind] ?? finding.kind}</span>
        {finding.pattern !== undefined && <span class="pattern">{finding.pattern}</span>}
        {finding.harm === 'harmful' && <span class="tag harmful">harmful</span>}
        {finding.status !== 'open' && <span class="tag">{statusNames[finding.status]}</span>}
        {finding.change === 'new' && <span class="tag new">new</span>}
      </span>
      <span class="row-variable" title={finding.example}>
        {finding.example}
      </span>
      <span class="row-foot">
        <span class="row-place" title={placeText(place)}>
          <span class="file">{place !== undefined && fileName(place)}</span>
          {place !== undefined && <span>:{place.line}</span>}
        </span>
        <span class="row-contexts">
          {contexts.map((name) => (
            <span key={name} class={`dot-name ${name.length < 8 ? 'short' : ''} ${contextClass(name)}`}>
              {name}
            </span>
          ))}
        </span>
      </span>
    </div>
  );
}
