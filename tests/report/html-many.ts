// Reports that are larger, longer or nastier than anything that a test would want to compute: a real one, with its
// findings repeated under other names, its execution drawn out, or every text replaced.

import type { Report, ReportFinding, Timeline, TimelineEntry } from '../../src/report/report.js';

/** `count` findings, each with names, places and an execution of its own. */
export function repeated(report: Report, count: number, entries: number): Report {
  const findings = Array.from({ length: count }, (_, n): ReportFinding => {
    const f = report.findings[n % report.findings.length]!;
    const example = `${f.example}_${n}`;
    const timeline = drawnOut(f.explanation!.timeline, entries, n);
    return {
      ...f,
      id: `${f.id} ${n}`,
      fingerprint: `${n.toString(16).padStart(16, '0')}`,
      example,
      variable: example,
      explanation: { ...f.explanation, timeline },
    };
  });
  return { ...report, findings };
}

/** The same execution, after as many accesses of a counter as it takes to have `length` entries. */
export function drawnOut({ initial, entries }: Timeline, length: number, seed = 0): Timeline {
  const first = entries.find((e) => e.depth === 0)!;
  const missing = Math.max(0, length - entries.length);
  const before = Array.from({ length: missing }, (_, n): TimelineEntry => {
    const value = String((seed * 7919 + n) % 100_000);
    return {
      kind: 'access',
      step: n,
      depth: 0,
      context: first.context,
      function: first.function,
      place: first.place && { ...first.place, line: 1 + (n % 20) },
      text: `W counter = ${value}`,
      operation: 'W',
      variable: 'counter',
      value,
      effects: [],
      changed: { counter: value },
    };
  });
  return {
    initial: { ...initial, counter: '0' },
    entries: [...before, ...entries.map((e) => ({ ...e, step: e.step + missing }))],
  };
}

/** Every text of the report, put through a function; kinds and numbers stay. */
export function retold(report: Report, tell: (text: string) => string): Report {
  const fixed = new Set([
    'kind',
    'pattern',
    'operation',
    'harm',
    'status',
    'change',
    'fingerprint',
    'engine',
    'severity',
    'property',
  ]);
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return fixed.has(key) ? value : tell(value);
    if (Array.isArray(value)) return value.map((v) => walk(v, key));
    if (value instanceof Map) return new Map([...value].map(([k, v]) => [tell(k), tell(v)]));
    if (typeof value !== 'object' || value === null) return value;
    const isValues = key === 'initial' || key === 'changed';
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [isValues ? tell(k) : k, walk(v, k)]));
  };
  return walk(report, '') as Report;
}
