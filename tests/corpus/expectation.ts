// What a corpus file says about itself, in comments: the options it is checked with, its findings with their lines, its
// verdicts; and how that differs from what `preempt check` reports. The format is described in README.md beside this
// file.

/** The part of the report (`--format json`) that corpus files speak about. */
export interface Report {
  readonly verdicts: readonly {
    readonly property: string;
    readonly kind: string;
    readonly bounds: Readonly<Record<string, number | string>>;
    readonly assumptions: readonly string[];
    readonly because: string | null;
    readonly undefinedBehaviour?: { readonly first: { readonly message: string; readonly line: number } };
  }[];
  readonly findings: readonly {
    readonly kind: string;
    readonly pattern?: string;
    readonly block?: { readonly mistake: string };
    readonly variable: string;
    readonly harm?: string | null;
    readonly schedule: string;
    readonly accesses: readonly { readonly file: string | null; readonly line: number }[];
  }[];
  readonly candidates?: readonly { readonly lockOrder?: unknown; readonly variable: string }[];
}

export interface Expectation {
  /** Words of the command line after the file. */
  readonly options: readonly string[];
  readonly findings: readonly ExpectedFinding[];
  readonly verdicts: readonly ExpectedVerdict[];
  /** ISRs that are known to start never. */
  readonly unstarted: readonly string[];
  /** Locks that are taken in a circle, without a deadlock that was found. */
  readonly lockOrders: readonly string[];
  /** Further findings for which no harm was shown. */
  readonly notes: number;
  /** The first line with undefined behaviour; 0: there is none. */
  readonly undefinedLine: number;
}

interface ExpectedFinding {
  readonly label: string;
  readonly kind: string;
  readonly pattern: string;
  readonly variable: string;
  /** Empty when the file does not say. */
  readonly harm: string;
  /** In the order of execution. */
  readonly lines: readonly number[];
}

interface ExpectedVerdict {
  readonly property: string;
  readonly kind: string;
  readonly isUnbounded: boolean;
}

/** A wait has as many as it reads. */
const accessCounts: Readonly<Record<string, number | 'any'>> = {
  atomicity: 3,
  race: 2,
  'torn-access': 2,
  'missing-volatile': 2,
  assertion: 1,
  deadlock: 'any',
};
const patterns = ['RWR', 'WWR', 'RWW', 'WRW'];
/** Of blocks that are meant to be atomic: they are not judged by their harm. */
const mistakes = ['write-mistake', 'read-mistake', 'dual-write-mistake'];
const harms = ['harmful', 'not-shown-harmful'];
const properties = ['atomicity', 'race', 'assertion', 'deadlock'];
const verdictKinds = ['holds', 'violated', 'unknown'];

/** Throws when the comments contradict themselves. */
export function readExpectation(text: string): Expectation {
  const declared = new Map<string, Omit<ExpectedFinding, 'lines'>>();
  const marks = new Map<string, Map<number, number>>();
  const options: string[] = [];
  const verdicts: ExpectedVerdict[] = [];
  const unstarted: string[] = [];
  const lockOrders: string[] = [];
  let notes = 0;
  let undefinedLine = 0;
  text.split('\n').forEach((line, n) => {
    const comment = /\/\/\s*(.*?)\s*$/.exec(line)?.[1];
    if (comment === undefined) return;
    const refuse = (why: string): never => {
      throw new Error(`line ${n + 1}: ${why}: ${comment}`);
    };
    const directive = /^(options|verdict|unstarted|notes|lock order|expect (\w+)):\s*(.*)$/.exec(comment);
    const words = (directive?.[3] ?? comment).split(/\s+/);
    if (directive?.[1] === 'options') options.push(...words);
    else if (directive?.[1] === 'unstarted') unstarted.push(...words);
    else if (directive?.[1] === 'lock order') lockOrders.push(directive[3]!);
    else if (directive?.[1] === 'notes') notes = Number(words[0]);
    else if (directive?.[1] === 'verdict') verdicts.push(readVerdict(words, refuse));
    else if (directive?.[2] !== undefined) {
      const label = directive[2];
      if (declared.has(label)) refuse('declared twice');
      declared.set(label, { label, ...readFinding(words, refuse) });
    } else if (words.every((word) => /^[a-z]\w*\.\d+$|^undefined$/.test(word))) {
      for (const word of words) {
        if (word === 'undefined') {
          if (undefinedLine > 0) refuse('only the first line with undefined behaviour is marked');
          undefinedLine = n + 1;
          continue;
        }
        const [label, position] = [word.slice(0, word.indexOf('.')), Number(word.slice(word.indexOf('.') + 1))];
        const places = marks.get(label) ?? new Map<number, number>();
        if (places.has(position)) refuse(`${word} is on two lines`);
        marks.set(label, places.set(position, n + 1));
      }
    }
  });
  for (const label of marks.keys())
    if (!declared.has(label)) throw new Error(`${label} marks lines but is not declared with "// expect ${label}: …"`);
  const findings = [...declared.values()].map((finding) => {
    const places = marks.get(finding.label) ?? new Map<number, number>();
    const count = accessCounts[finding.kind]!;
    const lines = Array.from({ length: count === 'any' ? Math.max(1, places.size) : count }, (_, n) => {
      return places.get(n + 1) ?? 0;
    });
    if (lines.includes(0) || places.size !== lines.length)
      throw new Error(`${finding.label}: ${finding.kind} has ${lines.length} accesses, so many lines must be marked`);
    return { ...finding, lines };
  });
  // The default looks for ever more, which is for the programs that are about it.
  if (!options.includes('--arrivals')) options.push('--arrivals', '1');
  return { options, findings, verdicts, unstarted, lockOrders, notes, undefinedLine };
}

function readFinding(
  words: readonly string[],
  refuse: (why: string) => never,
): Omit<ExpectedFinding, 'label' | 'lines'> {
  const [kind = '', ...rest] = words;
  if (accessCounts[kind] === undefined) refuse(`${Object.keys(accessCounts).join(', ')} is needed`);
  // Variables may be several words: `malloc at line 12`.
  if (kind !== 'atomicity') {
    if ((rest.length === 0) !== (kind === 'assertion')) refuse('a variable is needed, and none for an assertion');
    const said = harms.includes(rest.at(-1)!) ? rest.at(-1)! : undefined;
    const variable = rest.slice(0, said === undefined ? undefined : -1).join(' ');
    return {
      kind,
      pattern: '',
      variable,
      harm: said ?? (kind === 'torn-access' || kind === 'missing-volatile' ? 'harmful' : ''),
    };
  }
  const [pattern = '', harm = ''] = [rest.at(0), rest.at(-1)];
  if (mistakes.includes(pattern)) return { kind, pattern, variable: rest.slice(1).join(' '), harm: '' };
  if (!patterns.includes(pattern)) refuse(`${patterns.join(', ')} is needed`);
  if (!harms.includes(harm)) refuse(`${harms.join(' or ')} is needed`);
  if (rest.length < 3) refuse('a variable is needed between the pattern and the harm');
  return { kind, pattern, variable: rest.slice(1, -1).join(' '), harm };
}

function readVerdict(words: readonly string[], refuse: (why: string) => never): ExpectedVerdict {
  const [property = '', kind = '', bound, ...rest] = words;
  if (!properties.includes(property)) refuse(`${properties.join(', ')} is needed`);
  if (!verdictKinds.includes(kind)) refuse(`${verdictKinds.join(', ')} is needed`);
  if ((bound !== undefined && bound !== 'unbounded') || rest.length > 0) refuse('only unbounded may follow');
  return { property, kind, isUnbounded: bound !== undefined };
}

/** One line for each way in which the report is not what the file says; none when it is. */
export function differences(file: string, expected: Expectation, report: Report): readonly string[] {
  return [
    ...findingDifferences(file, expected, report),
    ...lockOrderDifferences(expected, report),
    ...verdictDifferences(expected, report),
  ];
}

function lockOrderDifferences({ lockOrders }: Expectation, { candidates = [] }: Report): string[] {
  const found = candidates.flatMap((c) => (c.lockOrder === undefined ? [] : [c.variable]));
  return [
    ...lockOrders.filter((locks) => !found.includes(locks)).map((locks) => `missing: lock order ${locks}`),
    ...found.filter((locks) => !lockOrders.includes(locks)).map((locks) => `not expected: lock order ${locks}`),
  ];
}

function findingDifferences(file: string, expected: Expectation, report: Report): string[] {
  const found = new Map<string, { readonly harm: Set<string>; readonly schedule: string }>();
  for (const f of report.findings) {
    const lines = f.accesses.map((a) => (a.file === file ? `${a.line}` : `${a.file}:${a.line}`));
    const mistake = f.block === undefined ? '' : `${f.block.mistake}-mistake`;
    const key = shown(f.kind, f.pattern ?? mistake, f.variable, lines);
    const known = found.get(key) ?? { harm: new Set<string>(), schedule: f.schedule };
    if (f.harm !== undefined && f.harm !== null) known.harm.add(f.harm);
    found.set(key, known);
  }
  const result: string[] = [];
  const harmOf = new Map<string, Set<string>>();
  for (const f of expected.findings) {
    const key = shown(
      f.kind,
      f.pattern,
      f.variable,
      f.lines.map((line) => `${line}`),
    );
    harmOf.set(key, (harmOf.get(key) ?? new Set<string>()).add(f.harm));
    if (!found.has(key)) result.push(`missing: ${f.label}: ${key} ${f.harm}`.trimEnd());
  }
  let notes = 0;
  for (const [key, { harm, schedule }] of found) {
    const wanted = harmOf.get(key);
    const is = [...harm].sort().join(' and ');
    const said = [...(wanted ?? [])].sort().join(' and ');
    if (wanted === undefined && is === 'not-shown-harmful' && notes < expected.notes) notes++;
    else if (wanted === undefined) result.push(`not expected: ${key} ${is} (schedule: ${schedule})`);
    // Races and assertions are not judged by their harm.
    else if (is !== said) result.push(`${key}: ${is || 'not judged'}, expected ${said} (schedule: ${schedule})`);
  }
  if (notes < expected.notes) result.push(`${notes} notes, expected ${expected.notes}`);
  return result;
}

function shown(kind: string, pattern: string, variable: string, lines: readonly string[]): string {
  return [kind, pattern, variable, `lines ${lines.join(' ')}`].filter((word) => word !== '').join(' ');
}

/** Said verdicts are as said; of the others, those with a finding are violated and the rest hold. */
function verdictDifferences(expected: Expectation, report: Report): string[] {
  const propertyOf = (kind: string): string => (kind === 'torn-access' || kind === 'missing-volatile' ? 'race' : kind);
  const noted = expected.notes === 0 ? [] : report.findings.filter((f) => f.harm === 'not-shown-harmful');
  const violated = new Set([...expected.findings, ...noted].map((f) => propertyOf(f.kind)));
  const result: string[] = [];
  for (const v of report.verdicts) {
    const said = expected.verdicts.find((e) => e.property === v.property);
    const kind = said?.kind ?? (violated.has(v.property) ? 'violated' : 'holds');
    const because = v.because === null ? '' : ` (${v.because})`;
    if (v.kind !== kind) result.push(`verdict: ${v.property} ${v.kind}${because}, expected ${kind}`);
    const bounds = Object.entries(v.bounds).map(([name, value]) => `${name} ${value}`);
    if (said?.isUnbounded === true && bounds.join() !== 'arrivals unbounded')
      result.push(`verdict: ${v.property} within ${bounds.join(', ')}, expected unbounded`);
  }
  for (const { property } of expected.verdicts)
    if (!report.verdicts.some((v) => v.property === property)) result.push(`verdict: ${property} was not asked for`);
  return [...result, ...startDifferences(expected, report), ...undefinedDifferences(expected, report)];
}

/** Behind undefined behaviour nothing is seen, so a file must say so. */
function undefinedDifferences({ undefinedLine }: Expectation, report: Report): string[] {
  return report.verdicts.flatMap(({ property, undefinedBehaviour }) => {
    const { line = 0, message = 'none' } = undefinedBehaviour?.first ?? {};
    if (line === undefinedLine) return [];
    return [`undefined behaviour in line ${line} for ${property}: ${message}, expected in line ${undefinedLine}`];
  });
}

/** An ISR that never starts proves nothing, so a file must say so. */
function startDifferences(expected: Expectation, report: Report): string[] {
  const never = new Set(
    report.verdicts
      .flatMap((v) => v.assumptions)
      .map((a) => /^(\S+) never started within these bounds$/.exec(a)?.[1])
      .filter((name) => name !== undefined),
  );
  return [
    ...[...never].filter((name) => !expected.unstarted.includes(name)).map((name) => `${name} never started`),
    ...expected.unstarted.filter((name) => !never.has(name)).map((name) => `${name} started, expected never`),
  ];
}
