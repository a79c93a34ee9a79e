// The execution of a finding as SARIF's code flow: first the merged timeline, then the same steps context by context,
// with the same numbers. Long ones are cut to a length that GitHub shows, and all of a report to what it accepts; the
// accesses of the finding go last.

import type { CodeFlow, ThreadFlow, ThreadFlowLocation } from 'sarif';
import { entryActor } from './finding-words.js';
import { plain } from './plain.js';
import type { ReportFinding, ReportPlace, Timeline, TimelineEntry } from './report.js';
import { messageOf } from './sarif-message.js';
import type { Places } from './sarif-place.js';

/** GitHub shows 1000 locations of a result; each is in the merged flow and in that of its context. */
const longestFlow = 500;

/** The length that a flow may have, so that all flows together have no more than `budget` steps. */
export function flowLimit(findings: readonly ReportFinding[], budget: number): number {
  const lengths = findings.map((f) => f.explanation?.timeline.entries.length ?? 0).sort((a, b) => a - b);
  let left = budget;
  for (let n = 0; n < lengths.length; n++) {
    const share = Math.floor(left / (lengths.length - n));
    // From here on each has this length or more.
    if (lengths[n]! > share) return Math.min(share, longestFlow);
    left -= lengths[n]!;
  }
  return longestFlow;
}

/** None where the finding is not explained, or no step is left. */
export function codeFlows(
  { explanation }: ReportFinding,
  limit: number,
  places: Places,
  nameOf: (entry: TimelineEntry) => string,
): CodeFlow[] {
  if (explanation === undefined) return [];
  const { timeline } = explanation;
  const steps = shortened(timeline, limit).flatMap((n) => {
    const entry = timeline.entries[n]!;
    // A location without a file would make GitHub reject the whole report.
    return entry.place === undefined
      ? []
      : [{ context: entryActor(entry), location: stepOf(entry, entry.place, n + 1, places, nameOf(entry)) }];
  });
  if (steps.length === 0) return [];
  const left = timeline.entries.length - steps.length;
  const merged: ThreadFlow = {
    id: 'all',
    message: {
      text: left === 0 ? 'all contexts, in the order of execution' : `all contexts; ${left} steps are left out`,
    },
    initialState: stateOf(timeline.initial),
    locations: steps.map((s) => s.location),
  };
  const contexts = [...new Set(steps.map((s) => s.context))].map(
    (context): ThreadFlow => ({
      id: `context ${plain(context)}`,
      message: messageOf(`${context} only`),
      locations: steps.filter((s) => s.context === context).map((s) => s.location),
    }),
  );
  return [{ threadFlows: [merged, ...contexts] }];
}

/**
 * Indices of the entries that stay: first the accesses of the finding, then starts, ends and masks, then the latest
 * steps.
 */
function shortened({ entries }: Timeline, limit: number): number[] {
  const all = entries.map((_, n) => n);
  if (all.length <= limit) return all;
  const weight = (n: number): number => {
    if (entries[n]!.mark !== undefined) return 2;
    return isImportant(entries[n]!) ? 1 : 0;
  };
  return all
    .sort((a, b) => weight(b) - weight(a) || b - a)
    .slice(0, limit)
    .sort((a, b) => a - b);
}

function stepOf(
  entry: TimelineEntry,
  place: ReportPlace,
  order: number,
  places: Places,
  name: string,
): ThreadFlowLocation {
  return {
    location: {
      physicalLocation: places.physical(place),
      logicalLocations: [{ name: plain(name), kind: 'function' }],
      message: messageOf(stepText(entry), 500),
    },
    nestingLevel: entry.depth,
    executionOrder: order,
    importance: importanceOf(entry),
    ...(Object.keys(entry.changed).length === 0 ? {} : { state: stateOf(entry.changed) }),
  };
}

function importanceOf(entry: TimelineEntry): ThreadFlowLocation.importance {
  if (entry.mark !== undefined) return 'essential';
  return isImportant(entry) ? 'important' : 'unimportant';
}

function isStep({ kind }: TimelineEntry): boolean {
  return kind === 'access' || kind === 'call' || kind === 'mask';
}

/** Masks, locks, and who runs. */
function isImportant({ kind, locks }: TimelineEntry): boolean {
  return (kind !== 'access' && kind !== 'call') || locks !== undefined;
}

function stepText(entry: TimelineEntry): string {
  const { mark, text, effects, because } = entry;
  const number = mark === undefined ? '' : `(${mark}) `;
  // Others name the context themselves.
  const who = isStep(entry) || entry.kind === 'wait' ? `${entryActor(entry)}: ` : '';
  const why = because === undefined ? [] : [because];
  return [`${number}${who}${text}`, ...effects, ...why].join('; ');
}

function stateOf(values: Readonly<Record<string, string>>): Record<string, { text: string }> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [plain(name), { text: plain(value) }]));
}
