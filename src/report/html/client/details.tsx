// Below the source: the values at the entry that is looked at, what happens in words, harm, why the ISRs could start,
// the suggested fix, and how to see it again.

import { useMemo } from 'preact/hooks';
import { useContextClass } from './colours.js';
import { CopyButton } from './copy-button.js';
import type { Decoder, ShownFinding, ShownTimeline } from './decode.js';
import { FixView } from './fix-view.js';
import { type Lanes, valuesAt } from './lanes.js';
import { placeText, shortPlace } from './places.js';

/** More than anybody compares by eye. */
const MOST_VALUES = 200;

interface Props {
  readonly decoder: Decoder;
  readonly finding: ShownFinding;
  readonly timeline: ShownTimeline | undefined;
  readonly lanes: Lanes | undefined;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

export function Details({ decoder, finding, timeline, lanes, at, onGo }: Props) {
  const replay = `preempt replay ${decoder.data.command} --schedule '${finding.schedule}'`;
  return (
    <section class="details" aria-label="Details">
      <AccessList finding={finding} timeline={timeline} at={at} onGo={onGo} />
      {timeline !== undefined && lanes !== undefined && <Values timeline={timeline} lanes={lanes} at={at} />}
      {finding.fix !== undefined && <FixView fix={finding.fix} data={decoder.data} />}
      {timeline !== undefined && <Reasons timeline={timeline} onGo={onGo} />}
      <section class="card">
        <h2>See it again</h2>
        <Command label="Schedule" text={finding.schedule} />
        <Command label="Replay" text={replay} />
        <p class="found-by">Found by the engine {finding.engine}.</p>
      </section>
    </section>
  );
}

function Command({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="command">
      <span class="command-label">{label}</span>
      <code>{text}</code>
      <CopyButton text={text} what={label.toLowerCase()} />
    </div>
  );
}

interface ValuesProps {
  readonly timeline: ShownTimeline;
  readonly lanes: Lanes;
  readonly at: number;
}

function Values({ timeline, lanes, at }: ValuesProps) {
  const rows = useMemo(() => {
    const order = new Map(lanes.variables.map((lane, n) => [lane.name, n]));
    return [...valuesAt(timeline, at)].sort((a, b) => (order.get(a.name) ?? 1e9) - (order.get(b.name) ?? 1e9));
  }, [timeline, lanes, at]);
  if (rows.length === 0) return null;
  const main = new Set(lanes.variables.filter((lane) => lane.isMain).map((lane) => lane.name));
  return (
    <section class="card values">
      <h2>Values after this step</h2>
      <table>
        <tbody>
          {rows.slice(0, MOST_VALUES).map((row) => (
            <tr key={row.name} class={`${row.hasChanged ? 'changed' : ''} ${main.has(row.name) ? 'main' : ''}`}>
              <th scope="row">
                <code title={row.name}>{row.name}</code>
              </th>
              <td>
                {row.hasChanged && row.before !== undefined && <s>{row.before}</s>}
                <code class="value-now">{row.value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_VALUES && <p class="note">and {rows.length - MOST_VALUES} more</p>}
    </section>
  );
}

interface AccessListProps {
  readonly finding: ShownFinding;
  readonly timeline: ShownTimeline | undefined;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

function AccessList({ finding, timeline, at, onGo }: AccessListProps) {
  const contextClass = useContextClass();
  return (
    <section class="card access-list">
      <h2>What happens</h2>
      <ol>
        {finding.accesses.map((a, n) => {
          const target = timeline?.entries.findIndex((e) => e.mark === n + 1) ?? -1;
          return (
            <li key={n} class={target === at && target !== -1 ? 'is-now' : ''}>
              <span class={`mark ${contextClass(a.context)}`}>{n + 1}</span>
              <span class="sentence">
                <b class={`context-name ${contextClass(a.context)}`}>{a.context}</b> {a.does}
                <span class="access-place">
                  {target === -1 ? (
                    shortPlace(a.place)
                  ) : (
                    <button type="button" class="link" title={placeText(a.place)} onClick={() => onGo(target)}>
                      {shortPlace(a.place)}
                    </button>
                  )}{' '}
                  in <code>{a.function}</code>
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface ReasonsProps {
  readonly timeline: ShownTimeline;
  readonly onGo: (to: number) => void;
}

function Reasons({ timeline, onGo }: ReasonsProps) {
  const contextClass = useContextClass();
  const starts = timeline.entries.flatMap((e, n) => (e.kind === 'start' && e.because !== undefined ? [{ e, n }] : []));
  if (starts.length === 0) return null;
  return (
    <section class="card">
      <h2>Why it could start</h2>
      <ul class="reasons">
        {starts.slice(0, 50).map(({ e, n }) => (
          <li key={n}>
            <button type="button" class={`link context-name ${contextClass(e.context)}`} onClick={() => onGo(n)}>
              {e.context}
            </button>{' '}
            <span class="at-step">before step {e.step}:</span> {e.because}
          </li>
        ))}
      </ul>
    </section>
  );
}
