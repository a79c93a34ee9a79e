// Search field, kinds and choices above the list of findings. A choice with a single value is no choice, and is not
// shown.

import { useMemo } from 'preact/hooks';
import type { ShownFinding } from './decode.js';
import { counts, type Filters, harmNames, harmOf, isFiltering, kindNames, noFilters, statusNames } from './filters.js';

interface Props {
  readonly findings: readonly ShownFinding[];
  /** How many the filters leave. */
  readonly shown: number;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function FilterBar({ findings, shown, filters, onChange }: Props) {
  const found = useMemo(
    () => ({
      kinds: counts(findings.map((f) => f.kind)),
      harm: counts(findings.map(harmOf)),
      contexts: counts(findings.flatMap((f) => [...new Set(f.accesses.map((a) => a.context))])),
      status: counts(findings.map((f) => f.status)),
      change: counts(findings.flatMap((f) => f.change ?? [])),
    }),
    [findings],
  );
  const toggle = (kind: string): void => {
    const kinds = new Set(filters.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    onChange({ ...filters, kinds });
  };
  return (
    <search class="filters">
      <input
        id="search"
        type="search"
        placeholder="Variable, file, function …  ( / )"
        aria-label="Search findings"
        value={filters.text}
        onInput={(event) => onChange({ ...filters, text: event.currentTarget.value })}
      />
      {found.kinds.size > 1 && (
        <fieldset class="chips" aria-label="Kinds">
          {[...found.kinds].map(([kind, count]) => (
            <button
              key={kind}
              type="button"
              class="chip"
              aria-pressed={filters.kinds.has(kind)}
              onClick={() => toggle(kind)}
            >
              {kindNames[kind] ?? kind} <span class="count">{count}</span>
            </button>
          ))}
        </fieldset>
      )}
      <div class="choices">
        <Choice
          label="Harm"
          whole="Any harm"
          names={harmNames}
          found={found.harm}
          value={filters.harm}
          onChange={(harm) => onChange({ ...filters, harm })}
        />
        <Choice
          label="Context"
          whole="Any context"
          names={{}}
          found={found.contexts}
          value={filters.context}
          onChange={(context) => onChange({ ...filters, context })}
        />
        <Choice
          label="Status"
          whole="Any status"
          names={statusNames}
          found={found.status}
          value={filters.status}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <Choice
          label="Change"
          whole="New or not"
          names={{ new: 'New', unchanged: 'Unchanged' }}
          found={found.change}
          value={filters.change}
          onChange={(change) => onChange({ ...filters, change })}
        />
      </div>
      <p class="shown" role="status">
        {shown === findings.length
          ? `${shown} ${shown === 1 ? 'finding' : 'findings'}`
          : `${shown} of ${findings.length} findings`}
        {isFiltering(filters) && (
          <button type="button" class="link" onClick={() => onChange(noFilters)}>
            Clear filters
          </button>
        )}
      </p>
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly whole: string;
  readonly names: Readonly<Record<string, string>>;
  readonly found: ReadonlyMap<string, number>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, whole, names, found, value, onChange }: ChoiceProps) {
  const of = [...found.values()].reduce((sum, count) => sum + count, 0);
  if (found.size < 2 || of < 3) return null;
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{whole}</option>
      {[...found].map(([name, count]) => (
        <option key={name} value={name}>
          {`${names[name] ?? name} (${count})`}
        </option>
      ))}
    </select>
  );
}
