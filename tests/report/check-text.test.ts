// The text report: what each kind of finding says, how much is shown, and that nothing from the input can do anything
// to whoever shows it. Whole reports of real programs are the goldens of tests/corpus.

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/findings/verdict.js';
import { checkText } from '../../src/report/check-text.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { type CheckStyle, plainStyle } from '../../src/report/text-style.js';
import { madeAccess, madeEntry, madeFinding, madeReport, madeSource } from './made-report.js';

const sources = new Map([['main.c', madeSource]]);

function text(report: Partial<Report>, style: Partial<CheckStyle> = {}): string {
  return checkText(madeReport({ sources, ...report }), { ...plainStyle, ...style });
}

function textOf(finding: Partial<ReportFinding>, style: Partial<CheckStyle> = {}): string {
  return text({ findings: [madeFinding(finding)] }, style);
}

const verdict = (more: Partial<Verdict>): Verdict =>
  ({ property: 'atomicity', engine: 'explore', bounds: { arrivals: 1 }, assumptions: [], ...more }) as Verdict;

describe('a finding', () => {
  it('is told like an error of a compiler', () => {
    expect(textOf({})).toBe(
      [
        'main.c:2:5: error: atomicity violation (RWW) on count',
        '  A write in between is overwritten, as if it had not happened: main read 3, ADC',
        '  wrote 4, main wrote back 3.',
        '  harm: no serial order gives this: count ends as 3; with the preemption before',
        '        or after line 2 it ends as 4',
        '',
        '  --> main.c:2:5 in main and ADC',
        '     1 | int main(void) {',
        '     2 |     count++;',
        '       |     ^ (1) main (level 0) reads 3, (3) writes 3',
        '     3 | }',
        '     4 |',
        '     5 | void ADC(void) {',
        '     6 |     count++;',
        '       |     ^ (2) ADC (priority 1) writes 4',
        '     7 | }',
        '',
        '  schedule: 1:ADC 4.',
        "  replay:   preempt replay main.c --schedule '1:ADC 4.'",
        '',
        'Summary',
        '             findings  harmful  verdict',
        '',
      ].join('\n'),
    );
  });

  it('that is not shown to be harmful is a note of one line, and whole with --verbose', () => {
    const { difference: _, ...harmless } = madeFinding({ harm: 'not-shown-harmful', harmReason: 'it is not' });
    const findings = [harmless];
    expect(text({ findings }, { width: 200 })).toContain(
      '1 note, no harm shown (--verbose shows it whole)\n  atomicity RWW on count, main.c:2:5 in main: it is not\n',
    );
    const whole = text({ findings }, { width: 200, detail: 'verbose' });
    expect(whole).toContain('main.c:2:5: note: ');
    expect(whole).toContain('  harm: none was shown: it is not');
  });

  it('is told without its source, too', () => {
    const shown = text({ findings: [madeFinding()], sources: new Map() });
    expect(shown).toContain(
      '  --> main.c:2:5 in main and ADC\n     2 | (1) main (level 0) reads 3\n     2 | (3) main writes 3\n',
    );
  });

  it('without any place begins with the name of the tool', () => {
    const accesses = madeFinding().accesses.map((a) => ({ ...a, place: undefined }));
    expect(textOf({ accesses })).toMatch(/^preempt: error: atomicity violation/);
  });

  it.each([
    [['R', 'W', 'R'], 'RWR', ['3', '4', '4'], 'main read 3, ADC wrote 4, main read 4.'],
    [['W', 'W', 'R'], 'WWR', ['3', '4', '4'], 'main wrote 3, ADC wrote 4, main read back 4.'],
    [['R', 'W', 'W'], 'RWW', ['3', '4', '5'], 'main read 3, ADC wrote 4, main wrote 5.'],
    [['W', 'R', 'W'], 'WRW', ['3', '3', '4'], 'main wrote 3, ADC read 3, main wrote 4.'],
  ] as const)('%s %s is one sentence with its values', (operations, pattern, values, story) => {
    const accesses = operations.map((o, n) => madeAccess(o, n === 1 ? 'ADC' : 'main', 2, values[n]));
    expect(textOf({ pattern, accesses }, { width: 200 })).toContain(`: ${story}\n`);
  });
});

it('values of parts are said to be such', () => {
  const accesses = madeFinding().accesses.map((a, n) => ({ ...a, accessed: `count[byte ${n % 2}]` }));
  const shown = textOf({ accesses }, { width: 200 });
  expect(shown).toContain(
    'main read count[byte 0] = 3, ADC wrote count[byte 1] = 4, main wrote back count[byte 0] = 3.',
  );
  expect(shown).toContain('^ (2) ADC (priority 1) writes count[byte 1] = 4\n');
});

describe('races and torn accesses', () => {
  const accesses = [madeAccess('W', 'ADC', 6, '0x01'), madeAccess('R', 'main', 2)];
  const entries = [
    madeEntry({ kind: 'access', text: 'R word[byte 0] = 0x00', step: 0, mark: 2 }),
    madeEntry({ kind: 'start', text: 'ADC starts', context: 'ADC', depth: 1, step: 1 }),
    madeEntry({
      kind: 'access',
      text: 'W word[byte 1] = 0x01',
      context: 'ADC',
      depth: 1,
      step: 1,
      mark: 1,
      changed: { word: '256' },
    }),
  ];
  const explanation = { timeline: { initial: { word: '0' }, entries } };

  it('say what was suspended', () => {
    expect(textOf({ kind: 'race', accesses })).toContain(
      'Nothing orders the two accesses: main was about to read when ADC wrote 0x01.',
    );
  });

  it('say how the whole variable changed, not the piece', () => {
    const shown = textOf({ kind: 'torn-access', example: 'word', accesses, explanation }, { width: 200 });
    expect(shown).toContain('main.c:2:5: error: torn read of word\n');
    expect(shown).toContain('main had read only a part when ADC changed it from 0 to 256.');
    expect(shown).toContain('^ (1) ADC (priority 1) writes it\n');
  });

  it('do not invent values that were not seen', () => {
    const unknown = { timeline: { initial: {}, entries } };
    expect(textOf({ kind: 'torn-access', example: 'other', accesses, explanation: unknown }, { width: 200 })).toContain(
      'main had read only a part when ADC wrote it.',
    );
  });
});

describe('assertions', () => {
  const step = (n: number, line: number, more: Partial<ReturnType<typeof madeEntry>> = {}) =>
    madeEntry({ kind: 'access', text: 'W x = 1', step: n, place: { file: 'main.c', line, column: 1 }, ...more });
  const start = madeEntry({ kind: 'start', text: 'ADC starts', context: 'ADC', depth: 1 });
  const isr = step(1, 6, { context: 'ADC', depth: 1, changed: { count: '4', counter: '9' } });
  const end = madeEntry({ kind: 'end', text: 'ADC ends', context: 'ADC', depth: 1 });
  const failure = (entries: ReturnType<typeof madeEntry>[]): string => {
    const { pattern: _, harm: __, difference: ___, ...plain } = madeFinding();
    const finding: ReportFinding = {
      ...plain,
      kind: 'assertion',
      message: 'assertion count == level',
      accesses: [madeAccess('R', 'main', 2)],
      explanation: { timeline: { initial: { level: '3' }, entries } },
    };
    return text({ findings: [finding] }, { width: 200 });
  };

  it.each([
    ['in the middle of a line', [step(0, 2), start, isr, end, step(2, 2)], 'ADC came in the middle of line 2 (main)'],
    ['before a line', [step(0, 1), start, isr, end, step(2, 2)], 'ADC came before line 2 (main)'],
    ['after the last', [step(0, 1), start, isr, end], 'ADC came after line 1 (main)'],
    ['before everything', [start, isr, end], 'ADC came at the beginning'],
  ])('say who came %s, and the values that the condition names', (_, entries, story) => {
    const shown = failure(entries);
    expect(shown).toContain('error: assertion fails: count == level\n');
    expect(shown).toContain(`  ${story}; at the assertion, level is 3 and count is 4.\n`);
  });

  it('say of two interrupts where each came', () => {
    expect(failure([step(0, 1), start, isr, end, start, isr, end, step(2, 2)])).toContain(
      '  ADC came twice before line 2 (main); at',
    );
    expect(failure([step(0, 1), start, isr, end, step(2, 2), start, isr, end])).toContain(
      '  ADC came before line 2 (main), ADC came after line 2 (main); at',
    );
  });

  it('say that no interrupt is needed', () => {
    expect(failure([step(0, 2)])).toContain('  No interrupt is needed for it; at the assertion, level is 3.\n');
  });

  it('count interrupts where there are many', () => {
    expect(failure([start, isr, end, start, isr, end, step(0, 1), start, isr, end])).toContain(
      '  3 interrupts came, the last of them, ADC, after line 1 (main); at',
    );
  });
});

describe('the summary', () => {
  it('counts findings by kind, harmful ones apart, with verdicts, bounds and assumptions', () => {
    const findings = [
      madeFinding(),
      madeFinding({ harm: 'not-shown-harmful' }),
      madeFinding({ kind: 'torn-access', accesses: [madeAccess('W', 'ADC', 6), madeAccess('R', 'main', 2)] }),
    ].map((f) => (f.kind === 'torn-access' ? (({ harm: _, ...rest }) => rest)(f) : f));
    const verdicts = [
      verdict({ kind: 'violated' }),
      verdict({ property: 'race', kind: 'violated', engine: 'symbolic (gap)' }),
      verdict({
        property: 'assertion',
        kind: 'holds',
        bounds: { arrivals: 3, unwind: 8 },
        assumptions: ['functions without a body (first) write nothing but what their arguments reach'],
      }),
    ];
    const shown = text({ findings, verdicts });
    expect(shown.slice(shown.indexOf('Summary'))).toBe(
      [
        'Summary',
        '               findings  harmful  verdict',
        '  atomicity           2        1  violated',
        '  torn-access         1        -  violated, by symbolic (gap)',
        '  assertion           0        -  holds, for 3 arrivals of each ISR and 8 rounds',
        '                                  of loops on arbitrary data',
        '  assuming: functions without a body (first) write nothing but what their',
        '            arguments reach',
        '',
      ].join('\n'),
    );
  });

  it('says why nothing is known, what was on at the start, and that somebody interrupted', () => {
    const program = { ...madeReport().program, interruptsInitially: { ADC: 'on', TIMER: 'off', UART: 'off' } };
    const verdicts = [verdict({ kind: 'unknown', because: 'threads are not explored yet' })];
    expect(text({ program, verdicts, wasInterrupted: true })).toBe(
      [
        'Summary',
        '             findings  harmful  verdict',
        '  atomicity         0        -  unknown: threads are not explored yet',
        '  interrupts at the start: ADC on; TIMER, UART off',
        '  interrupted: this is what was found until then',
        '',
      ].join('\n'),
    );
  });

  it('is followed by what it cost, when asked', () => {
    expect(text({ statistics: { states: 7 } }, { isStats: true })).toMatch(/\n {2}states 7\n$/);
    expect(text({ statistics: { states: 7 } })).not.toContain('states');
  });
});

describe('a suggested fix', () => {
  const fix = {
    context: 'main',
    function: 'main',
    file: 'main.c',
    firstLine: 2,
    lastLine: 2,
    before: ['disable_isr(1);'],
    after: ['enable_isr(1);'],
    keepsOut: ['ADC', 'TIMER'],
    verified: 'with this change the finding is gone, for one arrival of each ISR',
  };
  const explanation = { timeline: { initial: {}, entries: [] }, fix };

  it('shows the lines, what to put around them, and what was verified', () => {
    expect(textOf({ explanation })).toContain(
      [
        '  fix:      keep ADC and TIMER out of line 2 in main',
        '     + |     disable_isr(1);',
        '     2 |     count++;',
        '     + |     enable_isr(1);',
        '  verified: with this change the finding is gone, for one arrival of each ISR',
        '',
      ].join('\n'),
    );
  });

  it('of many lines shows the first and the last', () => {
    const long = Array.from({ length: 30 }, (_, n) => `  line${n + 1};`).join('\n');
    const shown = text({
      findings: [madeFinding({ explanation: { ...explanation, fix: { ...fix, firstLine: 11, lastLine: 25 } } })],
      sources: new Map([['main.c', long]]),
    });
    expect(shown).toContain(
      [
        '  fix:      keep ADC and TIMER out of lines 11 to 25 in main',
        '     + |   disable_isr(1);',
        '    11 |   line11;',
        '     … | 13 lines',
        '    25 |   line25;',
        '     + |   enable_isr(1);',
      ].join('\n'),
    );
  });
});

describe('how much is shown', () => {
  const findings = [madeFinding(), madeFinding({ harm: 'not-shown-harmful' })];
  const verdicts = [verdict({ kind: 'violated' }), verdict({ property: 'race', kind: 'holds' })];

  it('--quiet: one line for each finding, one for each verdict', () => {
    const story = 'atomicity violation (RWW) on count: main read 3, ADC wrote 4, main wrote back 3';
    expect(text({ findings, verdicts }, { detail: 'quiet' })).toBe(
      [
        `main.c:2:5: error: ${story}`,
        `main.c:2:5: note: ${story}`,
        '',
        'atomicity  violated',
        'race       holds, for one arrival of each ISR',
        '',
      ].join('\n'),
    );
  });

  it('prose keeps to the width', () => {
    for (const width of [60, 80, 100]) {
      const lines = text({ findings, verdicts }, { width }).split('\n');
      const long = lines.filter((l) => l.length > width && !/^ {2}(?:replay|schedule):/.test(l));
      expect(long).toEqual([]);
      expect(Math.max(...lines.map((l) => l.length))).toBeGreaterThan(width - 15);
    }
  });
});

describe('colours', () => {
  const paint = Object.fromEntries(
    Object.keys(plainStyle.paint).map((name) => [name, (t: string) => `<${name}>${t}</${name}>`]),
  ) as unknown as CheckStyle['paint'];

  it('are around the words, and take no part in the layout', () => {
    const entries = [madeEntry({ kind: 'access', text: 'R count = 3', mark: 1, step: 1 })];
    const explanation = { timeline: { initial: {}, entries } };
    const painted = textOf({ explanation }, { paint });
    expect(painted).toContain('<bold>main.c:2:5</bold>: <error>error:</error> <bold>atomicity violation');
    expect(painted).toContain('<mark>(1)</mark>');
    expect(painted.replace(/<\/?\w+>/g, '')).toBe(textOf({ explanation }));
  });
});

describe('hostile input', () => {
  const evil = '\x1b]0;owned\x07\x1b[2J\n::set-output name=a::b\r\n##[error]x\u202ey';
  const accesses = madeFinding().accesses.map((a) => ({
    ...a,
    context: `${a.context}${evil}`,
    function: evil,
    value: evil,
    place: { file: `::add-mask::${evil}.c`, line: 1, column: 1 },
  }));
  const entries = [
    madeEntry({
      kind: 'start',
      text: `${evil} starts`,
      context: evil,
      depth: 1,
      because: `${evil} ::stop-commands::x`,
      mark: 1,
    }),
    madeEntry({ kind: 'mask', text: evil, effects: [evil], place: accesses[0]!.place, mark: 2 }),
    madeEntry({ kind: 'access', text: evil, variable: evil, value: evil, mark: 3, changed: { [evil]: evil } }),
  ];
  const fix = {
    context: evil,
    function: evil,
    file: accesses[0]!.place.file,
    firstLine: 1,
    lastLine: 1,
    before: [evil],
    after: [evil],
    keepsOut: [evil],
    verified: evil,
  };
  const base: ReportFinding = madeFinding({
    example: evil,
    variable: evil,
    message: evil,
    difference: `${evil} ${'word '.repeat(20)}::error::x ${'word '.repeat(20)} ::error::y`,
    schedule: evil,
    accesses,
    explanation: { timeline: { initial: { [evil]: evil }, entries }, fix },
  });
  const findings = (['atomicity', 'race', 'torn-access', 'assertion'] as const).map((kind) => ({ ...base, kind }));
  const report: Partial<Report> = {
    command: evil,
    findings,
    verdicts: [verdict({ kind: 'unknown', because: evil, engine: evil, assumptions: [evil] })],
    sources: new Map([[accesses[0]!.place.file, evil]]),
    program: {
      ...madeReport().program,
      contexts: madeReport().program.contexts.map((c) => ({ ...c, name: evil })),
      interruptsInitially: { [evil]: 'on' },
    },
  };

  it.each(['quiet', 'normal', 'verbose'] as const)('is inert: %s', (detail) => {
    const shown = text(report, { detail });
    expect(shown).toContain('set-output');
    expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(shown).not.toMatch(/^\s*::/m);
    expect(shown).not.toContain('##[');
  });

  it('does not take the colours away', () => {
    const bold = (t: string): string => `\x1b[1m${t}\x1b[22m`;
    expect(text(report, { paint: { ...plainStyle.paint, bold } })).toContain('\x1b[1mSummary\x1b[22m');
  });
});
