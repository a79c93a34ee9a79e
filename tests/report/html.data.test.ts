// The pure parts of the HTML report: what is kept of executions and sources, that what the page reads is what the
// report says, where the lanes lie, and how lines of C are coloured.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { commentStarts, tokensOf } from '../../src/report/html/client/c-tokens.js';
import { Decoder } from '../../src/report/html/client/decode.js';
import { lanesOf, valuesAt } from '../../src/report/html/client/lanes.js';
import { cutTimeline, type Gap, lengthOf } from '../../src/report/html/cut.js';
import { encode } from '../../src/report/html/encode.js';
import { shownSources } from '../../src/report/html/sources.js';
import type { Report, Timeline, TimelineEntry } from '../../src/report/report.js';
import { drawnOut, repeated } from './html-many.js';
import { reportOf } from './report-of.js';

const entry = (
  kind: TimelineEntry['kind'],
  context: string,
  depth: number,
  more: Partial<TimelineEntry> = {},
): TimelineEntry => ({
  kind,
  step: 0,
  depth,
  context,
  function: context,
  place: undefined,
  text: `${context} ${kind}`,
  effects: [],
  changed: {},
  ...more,
});

/** `m`: main writes x; `a( … )`: an ISR around what it does. */
function timelineOf(text: string, marks: readonly number[] = []): Timeline {
  const running = ['main'];
  const entries = [...text].flatMap((letter, step): TimelineEntry[] => {
    if (letter === '(') return [];
    const depth = running.length - 1;
    if (letter === ')') return [entry('end', running.pop()!, depth, { step })];
    if (text[step + 1] === '(') {
      running.push(letter);
      return [entry('start', letter, depth + 1, { step })];
    }
    const value = String(step);
    const changed = { x: value };
    return [entry('access', running.at(-1)!, depth, { step, operation: 'W', variable: 'x', value, changed })];
  });
  marks.forEach((index, n) => {
    entries[index] = { ...entries[index]!, mark: n + 1 };
  });
  return { initial: { x: '-' }, entries };
}

function isNested(entries: readonly (TimelineEntry | Gap)[]): boolean {
  const open: string[] = [];
  for (const e of entries) {
    if (e.kind === 'start') open.push(e.context);
    if (e.kind === 'end' && open.pop() !== e.context) return false;
    if (e.kind !== 'start' && e.kind !== 'end' && e.depth !== open.length) return false;
  }
  return true;
}

const lastValues = (initial: Timeline['initial'], entries: readonly (TimelineEntry | Gap)[]) =>
  Object.assign({}, initial, ...entries.map((e) => e.changed)) as Record<string, string>;

describe('a cut execution', () => {
  const long = timelineOf(`${'m'.repeat(500)}a(${'m'.repeat(200)}b(mm)mmm)${'m'.repeat(300)}`, [400, 702, 1000]);

  it('keeps the marks, few entries, the nesting and the values', () => {
    const cut = cutTimeline(long, 'x', 60);
    expect(cut.length).toBeLessThan(75);
    expect(cut.flatMap((e) => (e.kind !== 'gap' && e.mark !== undefined ? [e.mark] : []))).toEqual([1, 2, 3]);
    expect(isNested(cut)).toBe(true);
    expect(lastValues(long.initial, cut)).toEqual(lastValues(long.initial, long.entries));
    const shown = cut.filter((e) => e.kind !== 'gap').length;
    const left = cut.reduce((sum, e) => sum + (e.kind === 'gap' ? e.count : 0), 0);
    expect(shown + left).toBe(lengthOf(long));
  });

  it('is whole where it is short', () => {
    const { entries } = timelineOf('mma(mm)m');
    expect(cutTimeline({ initial: {}, entries }, 'x', 10)).toEqual(entries);
  });

  it('has a gap where the report has left something out itself', () => {
    const { initial, entries } = timelineOf('mmm');
    const cut = cutTimeline({ initial, entries: [entries[0]!, { ...entries[2]!, leftOut: 40 }] }, 'x', 10);
    expect(cut.map((e) => (e.kind === 'gap' ? e.count : e.kind))).toEqual(['access', 40, 'access']);
  });

  it('is well nested and ends with the same values, whatever is cut', () => {
    const activity = fc.letrec<{ program: string }>((tie) => ({
      program: fc
        .array(
          fc.oneof(
            { maxDepth: 3 },
            fc.constant('mm'),
            tie('program').map((inner) => `a(${inner})`),
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    })).program;
    fc.assert(
      fc.property(activity, fc.integer({ min: 2, max: 30 }), fc.nat(), (text, most, mark) => {
        const { entries } = timelineOf(text);
        if (entries.length === 0) return;
        const marked = timelineOf(text, [mark % entries.length]);
        const cut = cutTimeline(marked, 'x', most);
        expect(isNested(cut)).toBe(true);
        expect(lastValues(marked.initial, cut)).toEqual(lastValues(marked.initial, marked.entries));
        expect(cut.some((e) => e.kind !== 'gap' && e.mark === 1)).toBe(true);
      }),
    );
  });
});

describe('the data of the page', () => {
  let report: Report;
  beforeAll(async () => {
    report = await reportOf(`
      void enable_isr(int);
      static volatile int count = 3, other;
      void isr_1(void) { count = 7; other++; }
      int main(void) { enable_isr(1); count = count + 1; other = 5; return 0; }
    `);
  });

  it('decodes to what the report says', () => {
    const decoder = new Decoder(JSON.parse(encode(report)));
    expect(decoder.findings).toHaveLength(report.findings.length);
    report.findings.forEach((f, n) => {
      const found = decoder.findings[n]!;
      expect([found.example, found.kind, found.schedule]).toEqual([f.example, f.kind, f.schedule]);
      expect(found.accesses.map((a) => a.place)).toEqual(f.accesses.map((a) => a.place));
      const { initial, entries } = decoder.timeline(found)!;
      const { timeline } = f.explanation!;
      expect(Object.fromEntries(initial)).toEqual(timeline.initial);
      expect(
        entries.map(({ kind, step, depth, context, place, text, value, mark, because, effects, changed }) => ({
          ...{ kind, step, depth, context, place, text, value, mark, because, effects },
          changed: Object.fromEntries(changed),
        })),
      ).toEqual(
        timeline.entries.map(({ kind, step, depth, context, place, text, value, mark, because, effects, changed }) => ({
          ...{ kind, step, depth, context, place, text, value, mark, because, effects, changed },
        })),
      );
    });
  });

  it('fits, however much was found: executions are cut first, then sources', () => {
    const finding = { ...report.findings[0]! };
    const timeline = drawnOut(finding.explanation!.timeline, 5000);
    const many = repeated({ ...report, findings: [{ ...finding, explanation: { timeline } }] }, 500, 5000);
    const huge = new Map([['test.c', `${[...report.sources.values()][0]}\n${'int x;\n'.repeat(1_000_000)}`]]);
    const json = encode({ ...many, sources: huge });
    expect(json.length).toBeLessThan(9_000_000);
    const decoder = new Decoder(JSON.parse(json));
    const shown = decoder.timeline(decoder.findings[499]!)!;
    expect(shown.length).toBe(5000);
    expect(shown.entries.filter((e) => e.mark !== undefined)).toHaveLength(finding.accesses.length);
  });

  it('keeps the lines around what is pointed at of sources that do not fit', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n + 1}`);
    const texts = new Map([
      ['a.c', lines.join('\n')],
      ['b.c', lines.join('\n')],
      ['never.c', 'x'],
    ]);
    const mentioned = new Map([
      ['a.c', new Set([1, 50, 900])],
      ['b.c', new Set([500])],
    ]);
    const { sources, leftOut } = shownSources(texts, mentioned, 1500);
    expect(leftOut).toEqual(['b.c']);
    expect(sources.map((s) => [s.file, s.lines])).toEqual([['a.c', 1000]]);
    expect(sources[0]!.parts.map((p) => [p.firstLine, p.text.split('\n').length])).toEqual([
      [1, 80],
      [870, 61],
    ]);
    expect(sources[0]!.parts[1]!.text.split('\n')[30]).toBe('line 900');
  });
});

describe('lanes', () => {
  const contexts = [
    { name: 'main', kind: 'main', priority: 0 },
    { name: 'a', kind: 'isr', priority: 2 },
    { name: 'b', kind: 'isr', priority: 5 },
    { name: 'never', kind: 'isr', priority: 9 },
  ];
  const decoded = ({ initial, entries }: Timeline) => ({
    initial: new Map(Object.entries(initial)),
    length: entries.length,
    entries: entries.map((e) => ({
      ...e,
      operation: e.operation,
      variable: e.variable,
      value: e.value,
      mark: e.mark,
      because: e.because,
      changed: new Map(Object.entries(e.changed)),
      locks: new Map<string, string>(),
      awaited: undefined,
    })),
  });
  const subject = { kind: 'atomicity', example: 'x', accesses: [] } as const;

  it('stand in the order of priorities, main last, without who takes no part', () => {
    const lanes = lanesOf(decoded(timelineOf('ma(mb(m)m)m')), contexts, subject);
    expect(lanes.contexts.map((c) => c.name)).toEqual(['b', 'a', 'main']);
    const spans = lanes.activations.map((a) => [
      a.context,
      a.from,
      a.to,
      a.hasStart,
      a.hasEnd,
      a.over,
      a.suspended.length,
    ]);
    expect(spans).toEqual([
      ['main', 0, 8, false, false, undefined, 1],
      ['a', 1, 7, true, true, 'main', 1],
      ['b', 3, 5, true, true, 'a', 0],
    ]);
  });

  it('are right where starts and ends were left out', () => {
    const { initial, entries } = timelineOf('ma(mb(m)m)m');
    const without = entries.filter((_, n) => n !== 1 && n !== 5);
    const lanes = lanesOf(decoded({ initial, entries: without }), contexts, subject);
    expect(lanes.activations.map((a) => [a.context, a.from, a.to, a.hasStart, a.hasEnd])).toEqual([
      ['main', 0, 6, false, false],
      ['a', 1, 5, false, true],
      ['b', 2, 3, true, false],
    ]);
  });

  it('show a value from one change to the next', () => {
    const timeline = decoded(timelineOf('mma(m)m'));
    const [lane] = lanesOf(timeline, contexts, subject).variables;
    expect(lane!.waves.map((w) => [w.from, w.to, w.value])).toEqual([
      [-1, 0, '-'],
      [0, 1, '0'],
      [1, 3, '1'],
      [3, 5, '4'],
      [5, 6, '6'],
    ]);
    expect(valuesAt(timeline, 3)).toEqual([{ name: 'x', value: '4', before: '1', hasChanged: true }]);
    expect(valuesAt(timeline, 4)).toEqual([{ name: 'x', value: '4', before: '4', hasChanged: false }]);
  });

  it('put the pieces of an access on the lane of the variable', () => {
    const entries = [0, 1].map((n) =>
      entry('access', 'main', 0, { operation: 'R', variable: `ticks[byte ${n}]`, mark: n + 1 }),
    );
    const { variables } = lanesOf(decoded({ initial: { ticks: '7' }, entries }), contexts, subject);
    expect(variables.map((v) => [v.name, v.accesses, v.waves.length])).toEqual([['ticks', [0, 1], 1]]);
  });

  it('show the suspended access of a race where its context was interrupted', () => {
    const race = {
      kind: 'race',
      example: 'x',
      accesses: [
        { operation: 'W', context: 'a' },
        { operation: 'R', context: 'main' },
      ],
    } as const;
    const lanes = lanesOf(decoded(timelineOf('mma(m', [3])), contexts, race);
    expect(lanes.variables[0]!.pending).toEqual([{ number: 2, operation: 'R', context: 'main', column: 2 }]);
  });
});

describe('colours of C', () => {
  const coloured = (line: string, inside = false) =>
    tokensOf(line, inside)
      .filter((t) => t.text.trim() !== '')
      .map((t) => `${t.kind}:${t.text}`);

  it('tell words, numbers, strings, comments and directives apart', () => {
    expect(coloured("static uint8_t x = 0x1Fu + f('\\'', \"a//b\"); // end")).toEqual([
      'keyword:static',
      'type:uint8_t',
      'plain:x',
      'plain:=',
      'number:0x1Fu',
      'plain:+',
      'call:f',
      'plain:(',
      "string:'\\''",
      'plain:,',
      'string:"a//b"',
      'plain:);',
      'comment:// end',
    ]);
    expect(coloured('#include <avr/io.h>')).toEqual(['directive:#include <avr/io.h>']);
    expect(coloured('a /* b */ c')).toEqual(['plain:a', 'comment:/* b */', 'plain:c']);
  });

  it('know which lines begin in a comment', () => {
    expect(commentStarts(['int a; /* one', 'two', 'three */ int b; // /*', 'int c; "/*"', 'd', '/**/ e', 'f'])).toEqual(
      [false, true, true, false, false, false, false],
    );
    expect(coloured('three */ int', true)).toEqual(['comment:three */', 'type:int']);
  });

  it('lose no character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (line, inside) => {
        expect(
          tokensOf(line, inside)
            .map((t) => t.text)
            .join(''),
        ).toBe(line);
      }),
    );
  });
});
