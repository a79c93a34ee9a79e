// With and without a node for each value, both solvers come to the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ObjectGraph } from '../../src/model/object-graph.js';
import type { Derivation, PointerConstraints } from '../../src/model/pointer-constraints.js';
import { PointerGraph } from '../../src/model/pointer-graph.js';
import type { ObjectId } from '../../src/model/program.js';
import { addConstant, anywhere, exactPointer } from '../../src/model/region.js';
import { type NumberedValue, ValueNumbers } from '../../src/model/value-numbers.js';

const REGISTERS = 30;
/** The first is all addresses. */
const OBJECTS = 6;
const SIZE = 16;

/** Each register is defined once, maybe after it was used. */
interface Step {
  readonly kind: 'point' | 'move' | 'load' | 'same' | 'nothing';
  readonly from: number;
  readonly which: number;
  readonly stored?: number | undefined;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('point', 'move', 'move', 'load', 'load', 'same', 'nothing'),
  from: fc.nat(REGISTERS - 1),
  which: fc.nat(OBJECTS - 1),
  stored: fc.option(fc.nat(REGISTERS - 1), { nil: undefined }),
});

function distances(): readonly Derivation[] {
  return [0, 4, 8].map((bytes) => ({ results: new Map(), of: (p) => addConstant(p, bytes, SIZE) }));
}

function pointerTo(object: number) {
  return object === 0 ? exactPointer(0 as ObjectId, 64, undefined) : exactPointer(object as ObjectId, 0, SIZE);
}

function withObjects(graph: PointerConstraints): PointerConstraints {
  for (let n = 0; n < OBJECTS; n++) graph.addObject(n === 0 ? undefined : SIZE, n === 0);
  return graph;
}

type Answer = readonly (readonly string[])[];

function shown(graph: PointerConstraints, nodes: readonly (number | undefined)[]): Answer {
  return nodes.map((node) =>
    node === undefined
      ? []
      : graph
          .pointers(node)
          .map((p) => `${p.object} ${p.stride === 0 ? p.offset : '*'}`)
          .sort(),
  );
}

function oneByOne(graph: PointerConstraints, steps: readonly Step[]): Answer {
  const nodes = steps.map(() => graph.addNode());
  const moves = distances();
  for (const [n, { kind, from, which, stored }] of steps.entries()) {
    const [source, result] = [nodes[from]!, nodes[n]!];
    if (kind === 'point') graph.add(result, pointerTo(which));
    else if (kind === 'move') graph.derive(source, result, moves[which % 3]!);
    else if (kind === 'load') graph.load(source, result, 4);
    else if (kind === 'same') graph.copy(source, result);
    if (stored !== undefined) graph.store(source, nodes[stored]!, 4);
  }
  graph.solve();
  return shown(graph, nodes);
}

function numbered(graph: PointerConstraints, isByObject: boolean, steps: readonly Step[]): Answer {
  const numbers = new ValueNumbers(graph, isByObject);
  const registers = numbers.registers(steps.length);
  const moves = distances();
  const made = ({ kind, from, which }: Step): NumberedValue | undefined => {
    if (kind === 'point') {
      const node = graph.addNode();
      graph.add(node, pointerTo(which));
      return node;
    }
    const source = kind === 'nothing' ? undefined : numbers.valueOf(registers, from);
    if (source === undefined || kind === 'same') return source;
    return kind === 'move' ? numbers.moved(source, moves[which % 3]!) : numbers.loaded(source, 4);
  };
  for (const [n, one] of steps.entries()) {
    numbers.define(registers, n, made(one));
    if (one.stored === undefined) continue;
    const [to, stored] = [numbers.valueOf(registers, one.from), numbers.valueOf(registers, one.stored)];
    if (to !== undefined && stored !== undefined) numbers.store(to, stored, 4);
  }
  graph.solve();
  numbers.finish();
  graph.solve();
  return shown(
    graph,
    steps.map((_, n) => numbers.solved(registers, n)),
  );
}

/** Without positions, which the order may widen. */
function objectsOf(answer: Answer): Answer {
  return answer.map((pointers) => [...new Set(pointers.map((p) => p.split(' ')[0]!))]);
}

describe('values that are known to be equal', () => {
  const steps = fc.array(step, { minLength: REGISTERS, maxLength: REGISTERS });

  test('by whole objects, are one', () => {
    fc.assert(
      fc.property(steps, (program) => {
        const plain = objectsOf(oneByOne(withObjects(new ObjectGraph()), program));
        expect(objectsOf(numbered(withObjects(new ObjectGraph()), true, program))).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  test('by positions, are one', () => {
    fc.assert(
      fc.property(steps, (program) => {
        const plain = objectsOf(oneByOne(withObjects(new PointerGraph()), program));
        expect(objectsOf(numbered(withObjects(new PointerGraph()), false, program))).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  test('keep positions where they count', () => {
    const graph = withObjects(new ObjectGraph());
    const numbers = new ValueNumbers(graph, true);
    const registers = numbers.registers(4);
    const base = graph.addNode();
    graph.add(base, pointerTo(0));
    const by8 = distances()[2]!;
    numbers.define(registers, 0, base);
    numbers.define(registers, 1, numbers.moved(base, by8));
    numbers.define(registers, 2, numbers.moved(numbers.valueOf(registers, 1)!, by8));
    numbers.define(registers, 3, numbers.moved(base, by8));
    graph.solve();
    numbers.finish();
    graph.solve();
    const offsets = [0, 1, 2].map((n) => graph.pointers(numbers.solved(registers, n)!).map((p) => p.offset));
    expect(offsets).toEqual([[64], [72], [80]]);
    expect(registers[3]).toBe(registers[1]);
  });

  test('that arithmetic makes of an object are looked at where it began', () => {
    const graph = withObjects(new ObjectGraph());
    const numbers = new ValueNumbers(graph, true);
    const registers = numbers.registers(2);
    const base = graph.addNode();
    graph.add(base, pointerTo(1));
    numbers.define(registers, 0, numbers.moved(base, distances()[1]!));
    graph.solve();
    numbers.finish();
    expect(numbers.solved(registers, 0)).toBe(base);
    expect(numbers.solved(registers, 1)).toBeUndefined();
    expect(graph.pointers(base)).toEqual([anywhere(1 as ObjectId, SIZE)]);
  });
});
