// What a row of the list says, so that no two rows say the same: the kind, and for each context the function with
// what it does in which lines, `take R63 W63`; the columns and the files are added where others have the same lines.
// Pure.

import type { ShownFinding } from './decode.js';
import { kindNames } from './filters.js';

export interface RowText {
  readonly kind: string;
  /** Whoever is interrupted first. */
  readonly parts: readonly RowPart[];
}

interface RowPart {
  readonly context: string;
  readonly function: string;
  /** `R63 W63`. */
  readonly does: string;
}

type Subject = Pick<ShownFinding, 'kind' | 'pattern' | 'example' | 'accesses' | 'waiting'>;

const details = ['lines', 'columns', 'files'] as const;

export function rowTexts(findings: readonly Subject[]): readonly RowText[] {
  let texts = findings.map((f) => rowText(f, 'lines'));
  for (const detail of details) {
    const keys = texts.map((t, n) => JSON.stringify([t, findings[n]!.pattern, findings[n]!.example]));
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.size === texts.length) break;
    texts = texts.map((text, n) => (counts.get(keys[n]!)! > 1 ? rowText(findings[n]!, detail) : text));
  }
  return texts;
}

/** `Torn read`, as the headline of the text report calls it. */
export function kindName({ kind, accesses }: Pick<Subject, 'kind' | 'accesses'>): string {
  if (kind === 'torn-access') return accesses[1]?.operation === 'W' ? 'Torn write' : 'Torn read';
  return kindNames[kind] ?? kind;
}

function rowText(finding: Subject, detail: (typeof details)[number]): RowText {
  const { kind, accesses } = finding;
  const inOrder =
    kind === 'race' || kind === 'torn-access' || kind === 'missing-volatile' ? [...accesses].reverse() : accesses;
  const groups = new Map<string, { context: string; name: string; at: Set<string> }>();
  for (const { context, function: name, operation, place } of inOrder) {
    const file = detail === 'files' ? (place?.file ?? '') : '';
    const key = `${context} ${name} ${file}`;
    const group = groups.get(key) ?? { context, name: file === '' ? name : `${file} ${name}`, at: new Set() };
    groups.set(key, group);
    if (place !== undefined) {
      const at = detail === 'lines' ? `${place.line}` : `${place.line}:${place.column}`;
      group.at.add(kind === 'assertion' || finding.waiting !== undefined ? at : `${operation}${at}`);
    }
  }
  return {
    kind: kindName(finding),
    parts: [...groups.values()].map(({ context, name, at }) => ({
      context,
      function: name,
      does: [...at].join(' '),
    })),
  };
}
