// Reports that no program needs to be found for: as many findings, as long, and with such names as a test wants.

import type { Report, ReportFinding, TimelineEntry } from '../../src/report/report.js';
import { reportOf } from './report-of.js';

const program =
  'volatile int count;\nvoid isr_1(void) {\n  count = 5;\n}\nint main(void) {\n  count++;\n  return 0;\n}\n';

/** Of a small program, with an atomicity violation in line 6. */
export const smallReport: Promise<Report> = reportOf({ 'small.c': program });

/** As input could try to be taken for something else. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['HTML', '<script>alert(1)</script>'],
  ['XML and quotes', ']]><!-- "quoted" \'quoted\' & &amp; -->'],
  ['a command', '::set-output name=x::y'],
  ['a command inside a line', '##[set-output name=x;]y ##[endgroup]'],
  ['commands on lines of their own', 'a\n::set-output name=x::y\r\n##[error]z'],
  ['control characters', '\x1b[31mred\x1b[0m\x07\x00\x08\x9b2J\x7f'],
  ['links', '[link](http://example.com) [link](1) a[0](2)'],
  ['halves of characters', '\ud800 alone \udfff \ufffe \uffff'],
  ['the other direction', '\u202egnp.exe\u2066\u2028\u2029'],
  ['templates and paths', '%SRCROOT%/../../{0} {{1}} \\ ` ~'],
  ['other scripts', 'ünïcödé 文字 🚀'],
  ['a long word', 'x'.repeat(10_000)],
];

export function madeUpFinding(n: number, steps: number, text = 'count'): ReportFinding {
  const place = (line: number) => ({ file: `${text}.c`, line, column: 3 });
  const access = (operation: 'R' | 'W', context: string, line: number) => ({
    operation,
    context,
    priority: context === 'main' ? 0 : 1,
    function: text,
    place: place(line),
    value: text,
  });
  const entries = Array.from({ length: steps }, (_, step): TimelineEntry => {
    const isIsr = step % 5 === 3;
    return {
      kind: 'access',
      step,
      depth: isIsr ? 1 : 0,
      context: isIsr ? text : 'main',
      function: text,
      place: place(step + 1),
      text: `W ${text} = ${step}`,
      operation: 'W',
      variable: text,
      value: String(step),
      effects: [text],
      ...(step < 3 ? { mark: step + 1 } : {}),
      because: text,
      changed: { [text]: String(step) },
    };
  });
  return {
    id: `made up ${n}`,
    fingerprint: `${n.toString(16).padStart(16, '0')}:1`,
    kind: 'atomicity',
    pattern: 'RWW',
    variable: text,
    example: text,
    harm: n % 2 === 0 ? 'harmful' : 'not-shown-harmful',
    difference: text,
    message: text,
    engine: 'explore',
    schedule: `${n}:${text} 3.`,
    accesses: [access('R', 'main', 1), access('W', text, 2), access('W', 'main', 3)],
    status: 'open',
    explanation: { timeline: { initial: { [text]: '0' }, entries } },
  };
}

/** One finding of each kind, with the text wherever a name or a value goes. */
export async function hostileReport(text: string): Promise<Report> {
  const finding = madeUpFinding(0, 4, text);
  const small = await smallReport;
  const { pattern, harm, ...other } = finding;
  return {
    ...small,
    command: `'${text}.c'`,
    findings: [
      finding,
      { ...other, fingerprint: '1:1', kind: 'race' },
      { ...other, fingerprint: '2:1', kind: 'torn-access', status: 'baseline' },
      { ...other, fingerprint: '3:1', kind: 'assertion', status: 'ignored', reason: text },
    ],
    verdicts: [
      ...small.verdicts.slice(0, 2),
      {
        property: 'assertion',
        kind: 'unknown',
        because: text,
        engine: text,
        bounds: { arrivals: 1 },
        assumptions: [text],
      },
    ],
    diagnostics: [{ code: 'made-up', severity: 'error', message: text, file: `${text}.c`, line: 1, column: 1 }],
    sources: new Map([[`${text}.c`, `${text}\n${text}\n${text}\n`]]),
    baseline: { file: text, entries: 1, gone: [], notSeen: [] },
  };
}
