// The buttons that step, and what the entry that is looked at did. Steps have the numbers of the axis, which are
// those of the schedule.

import { useContextClass } from './colours.js';
import type { ShownEntry, ShownTimeline } from './decode.js';

interface Props {
  readonly timeline: ShownTimeline;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

export function Stepper({ timeline: { entries, length }, at, onGo }: Props) {
  const contextClass = useContextClass();
  const entry = entries[at]!;
  const last = entries.length - 1;
  const left = length - entries.filter((e) => e.kind !== 'gap').length;
  return (
    <div class="stepper">
      <fieldset class="step-buttons" aria-label="Steps">
        <Button name="First step" shortcut="Home" d="M5 4v12M15 4 8 10l7 6" isOff={at === 0} onClick={() => onGo(0)} />
        <Button name="Step back" shortcut="←" d="M13 4 6 10l7 6" isOff={at === 0} onClick={() => onGo(at - 1)} />
        <Button name="Step forward" shortcut="→" d="m7 4 7 6-7 6" isOff={at === last} onClick={() => onGo(at + 1)} />
        <Button
          name="Last step"
          shortcut="End"
          d="m5 4 7 6-7 6M15 4v12"
          isOff={at === last}
          onClick={() => onGo(last)}
        />
      </fieldset>
      <p class="now" role="status" aria-live="polite">
        <span class="now-step" title="Numbered as in the schedule and above the drawing">
          {stepText(entry, entries)}
        </span>
        <span class={`context-name ${contextClass(entry.context)}`}>{entry.context}</span>
        {entry.mark !== undefined && <span class={`mark ${contextClass(entry.context)}`}>{entry.mark}</span>}
        <code class="now-text">{entry.text}</code>
        {entry.effects.length > 0 && <span class="now-effects">{entry.effects.join(', ')}</span>}
        {left > 0 && (
          <span
            class="note cut"
            title="Only what matters for the finding is drawn; values and nesting are right everywhere."
          >
            {left.toLocaleString('en')} of {length.toLocaleString('en')} events left out
          </span>
        )}
      </p>
    </div>
  );
}

/** Starts, ends, other threads and what was left out lie between two steps. */
export function stepText(entry: ShownEntry, entries: readonly ShownEntry[]): string {
  const last = entries.findLast(isStep)?.step ?? 0;
  if (isStep(entry)) return `step ${entry.step} of ${last}`;
  if (entry.kind === 'gap') return `from step ${entry.step} on`;
  return entry.step > last ? `after step ${last}` : `before step ${entry.step}`;
}

export function isStep({ kind }: ShownEntry): boolean {
  return kind === 'access' || kind === 'mask' || kind === 'call';
}

interface ButtonProps {
  readonly name: string;
  readonly shortcut: string;
  readonly d: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Button({ name, shortcut, d, isOff, onClick }: ButtonProps) {
  return (
    <button type="button" aria-label={name} title={`${name} (${shortcut})`} disabled={isOff} onClick={onClick}>
      <Icon d={d} />
    </button>
  );
}

export function Icon({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
