// The ordering encodings on graphs written by hand: Fig. 6, 8 and 9 of the TECS 2017 paper, and the rules one by one.

import { beforeAll, describe, expect, test } from 'vitest';
import { dot } from '../../../../src/engines/symbolic/ordering/dot.js';
import type { EventGraph } from '../../../../src/engines/symbolic/ordering/event-graph.js';
import { linearise } from '../../../../src/engines/symbolic/ordering/linearise.js';
import type { OrderingEncoding } from '../../../../src/engines/symbolic/ordering/precedence.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import { type Term, TRUE } from '../../../../src/solve/term.js';
import { sharedCadical } from '../../../solve/loaded-cadical.js';
import { nestedOutcomes } from './brute-force.js';
import { confirmedOutcomes, type Encoded, encode, outcomes, replayed } from './enumerate.js';
import { increment, instance, type Program, read, write } from './program.js';

const encodings: readonly OrderingEncoding[] = ['po', 'precise', 'threads'];

let library: CadicalLibrary;
beforeAll(async () => {
  library = await sharedCadical();
});

/** The event of an instance by its number there, from 1, as in the paper's figures. */
function eventOf({ graph }: { graph: EventGraph }, name: string, number: number): number {
  const { steps } = graph.instances.find((candidate) => candidate.name === name)!;
  return steps.flatMap((step) => graph.steps[step]!.events)[number - 1]!;
}

/** The condition that some reads give these values. */
function values(
  encoded: Encoded,
  expected: readonly (readonly [instance: string, number: number, value: number])[],
): Term[] {
  const { terms: t, graph } = encoded;
  return expected.map(([name, number, value]) => {
    const event = graph.events[eventOf(encoded, name, number)]!;
    return t.eq(event.value, t.constant(t.width(event.value), value));
  });
}

/** Fig. 6 in the SSA form of Fig. 7; Fig. 8 is an execution of it. */
const [x, y, a, b] = [0, 1, 2, 3];
const figure6: Program = {
  initial: [0, 0, 0, 0],
  names: ['x', 'y', 'a', 'b'],
  instances: [
    instance('m', 0, [read(a), read(b)]),
    instance('B', 1, [write(y, 1), read(x), increment(b, 0)]),
    instance('A', 2, [write(x, 1), read(y), increment(a, 0)]),
  ],
};

describe('Fig. 6', () => {
  test.each(encodings)('%s: the assertion holds', (encoding) => {
    const encoded = encode(library, figure6, encoding);
    expect(
      encoded.query.check(
        values(encoded, [
          ['m', 5, 1],
          ['m', 6, 1],
        ]),
      ).kind,
    ).toBe('unsat');
    expect(
      encoded.query.check(
        values(encoded, [
          ['m', 5, 2],
          ['m', 6, 1],
        ]),
      ).kind,
    ).toBe('sat');
  });

  test('A after the first statement of B: the event graph of Fig. 8', () => {
    const encoded = encode(library, figure6, 'po');
    const { graph, ordering, query } = encoded;
    expect(
      query.check(
        values(encoded, [
          ['A', 2, 1],
          ['B', 2, 1],
          ['m', 5, 2],
          ['m', 6, 2],
        ]),
      ).kind,
    ).toBe('sat');
    const result = linearise(graph, ordering, query.model);
    if (result.kind !== 'order') throw new Error('no order');
    expect(replayed(figure6, encoded, result)).toBe('1 2 2 1 1 1 1 1 1 2 2');
    const text = dot(graph, ordering, query.model);
    expect(text).toMatch(/subgraph cluster_1 \{\s+label="B \(level 1\)";/);
    expect(edges(text, 'ws')).toEqual(['m1 A1', 'm2 B1', 'm3 A3', 'm4 B3']);
    expect(edges(text, 'rf').filter((edge) => !edge.includes('observer'))).toEqual([
      'A1 B2',
      'A3 m5',
      'B1 A2',
      'B3 m6',
    ]);
    expect(edges(text, 'fr')).toEqual([]);
    expect(edges(text, 'ni')).toEqual(['A3 B2']);
    expect(edges(text, 'po')).toEqual(expect.arrayContaining(['A1 A2', 'A2 A3', 'B1 B2', 'm4 m5', 'm5 m6']));
    expect(text).toContain('label="(A2) R y 1"');
    expect(text).toContain('label="(m1) W x 0"');
  });
});

/** The edges of one relation in a drawing, by the names of the events. */
function edges(text: string, relation: string): string[] {
  const names = new Map([...text.matchAll(/(e\d+) \[label="\((\S+)\)/g)].map(([, id, name]) => [id, name]));
  const arrows = [...text.matchAll(/(e\d+) -> (e\d+) \[label="(\w\w)"/g)];
  return arrows
    .flatMap(([, from, to, label]) => (label === relation ? [`${names.get(from)} ${names.get(to)}`] : []))
    .sort();
}

describe('Fig. 9', () => {
  // B is interrupted by A (A reads what b0 wrote) and main by A (its write comes after A's), but B sees what main wrote
  // after that.
  const figure9: Program = {
    initial: [0, 0, 0],
    names: ['z', 'x', 'y'],
    instances: [
      instance('m', 0, [write(2, 2), []]),
      instance('B', 1, [write(0, 1), read(1), read(2)]),
      instance('A', 2, [read(0), write(2, 1), write(1, 1)]),
    ],
  };
  const alarm: [string, number, number][] = [
    ['A', 1, 1],
    ['B', 2, 1],
    ['B', 3, 2],
    ['observer', 3, 2],
  ];

  test.each([
    ['po', 'sat'],
    ['precise', 'unsat'],
    ['threads', 'sat'],
  ] as const)('%s says %s', (encoding, expected) => {
    const encoded = encode(library, figure9, encoding);
    expect(encoded.query.check(values(encoded, alarm)).kind).toBe(expected);
  });

  test('the model of po is rejected, and its core excludes all of its kind', () => {
    const encoded = encode(library, figure9, 'po');
    const { terms: t, graph, ordering, query } = encoded;
    expect(query.check(values(encoded, alarm)).kind).toBe('sat');
    const result = linearise(graph, ordering, query.model);
    if (result.kind !== 'impossible') throw new Error('has an order');
    const chosen = (from: number, to: number) =>
      ordering.readFrom.find(({ write, read }) => write === from && read === to)!.chosen;
    expect([...result.core].sort()).toEqual(
      [
        chosen(eventOf(encoded, 'B', 1), eventOf(encoded, 'A', 1)),
        ordering.precedes(eventOf(encoded, 'A', 2), eventOf(encoded, 'm', 4)),
        chosen(eventOf(encoded, 'm', 4), eventOf(encoded, 'B', 3)),
      ].sort(),
    );
    query.assert(t.not(t.all(result.core)));
    expect(query.check(values(encoded, alarm)).kind).toBe('unsat');
    const { outcomes: confirmed } = confirmedOutcomes(library, figure9, 'po');
    expect([...confirmed].sort()).toEqual([...nestedOutcomes(figure9)].sort());
  });
});

describe('rules', () => {
  test('an increment of main is lost if it is not one step', () => {
    const isr = instance('i', 1, [[read(0), increment(0, 0)]]);
    const torn: Program = { initial: [0], instances: [instance('main', 0, [read(0), increment(0, 0)]), isr] };
    const whole: Program = { initial: [0], instances: [instance('main', 0, [[read(0), increment(0, 0)]]), isr] };
    for (const encoding of encodings) {
      // Main runs and its register, the same of the ISR, the final value.
      expect([...outcomes(library, torn, encoding)].sort()).toEqual(['1 0 1 0 1', '1 0 1 1 2', '1 1 1 0 2']);
      expect([...outcomes(library, whole, encoding)].sort()).toEqual(['1 0 1 1 2', '1 1 1 0 2']);
    }
  });

  test('equal levels do not interrupt each other, higher ones do, threads all', () => {
    const program = (level: number): Program => ({
      initial: [0],
      instances: [
        instance('main', 0, [[]]),
        instance('i', 1, [read(0), increment(0, 0)]),
        instance('j', level, [read(0), increment(0, 0)]),
      ],
    });
    const lost = (outcome: string) => outcome.endsWith(' 1');
    for (const encoding of ['po', 'precise'] as const) {
      expect([...outcomes(library, program(1), encoding)].filter(lost)).toEqual([]);
      expect([...outcomes(library, program(2), encoding)].filter(lost)).toEqual(['1 1 0 1 0 1']);
    }
    expect([...outcomes(library, program(1), 'threads')].filter(lost)).toHaveLength(1);
  });

  test('interchangeable instances come in their order, and the second only with the first', () => {
    const isr = instance('i', 1, [read(0), increment(0, 0)], { certain: false });
    const program: Program = {
      initial: [0],
      instances: [instance('main', 0, [[]]), isr, { ...isr, name: 'j', after: 1 }],
    };
    for (const encoding of ['po', 'precise'] as const) {
      expect([...outcomes(library, program, encoding)].sort()).toEqual(['1 0 0 0 0 0', '1 1 0 0 0 1', '1 1 0 1 1 2']);
    }
    // Threads overlap: the second may miss the first's write, but not overtake its start.
    expect([...outcomes(library, program, 'threads')].sort()).toEqual(
      ['1 0 0 0 0 0', '1 1 0 0 0 1', '1 1 0 1 0 1', '1 1 0 1 1 2'].sort(),
    );
    const encoded = encode(library, program, 'po');
    expect(encoded.ordering.writeOrders).toEqual([]);
  });

  test('a read after an unconditional write of its own instance considers no earlier one', () => {
    const program: Program = {
      initial: [0],
      instances: [instance('main', 0, [write(0, 1), write(0, 2), read(0)]), instance('i', 1, [write(0, 3)])],
    };
    const encoded = encode(library, program, 'po');
    const readers = encoded.ordering.readFrom.filter(({ read: id }) => id === eventOf(encoded, 'main', 4));
    expect(readers.map(({ write: id }) => id)).toEqual([eventOf(encoded, 'main', 3), eventOf(encoded, 'i', 1)]);
    const alone: Program = { initial: [0], instances: [instance('main', 0, [write(0, 1), read(0)])] };
    expect(encode(library, alone, 'po').ordering.readFrom[0]).toEqual({ write: 1, read: 2, chosen: TRUE });
  });

  test('precise states nesting over all steps, po over common locations, threads nowhere', () => {
    const counts = encodings.map((encoding) => encode(library, figure6, encoding).ordering.counts);
    expect(counts.map(({ assertions }) => assertions.ni > 0)).toEqual([true, true, false]);
    expect(new Set(counts.map(({ steps, events, clockWidth }) => `${steps} ${events} ${clockWidth}`))).toEqual(
      new Set(['10 16 4']),
    );
  });
});
