// The search for nested orders against trying all of them, on random chains and edges; and the reasons it gives when
// there is none.

import { expect, test } from 'vitest';
import { type Chain, type Edge, nest } from '../../../../src/engines/symbolic/ordering/nest.js';
import type { Term } from '../../../../src/solve/term.js';
import { Random } from '../../../solve/random.js';

interface Problem {
  readonly chains: readonly Chain[];
  readonly edges: readonly Edge[];
}

/** Every edge has a reason of its own, so that one can see which were given. */
function randomProblem(random: Random): Problem {
  let id = 0;
  const levels = random.pick([1, 2, 4]);
  const chains = Array.from({ length: 3 + random.below(3) }, (_, chain): Chain => {
    const length = chain === 0 ? 2 + random.below(3) : 1 + random.below(3);
    const steps = Array.from({ length }, () => ({ id: id++, rank: random.below(100) }));
    return { level: chain === 0 ? 0 : 1 + random.below(levels), steps };
  });
  const edges: Edge[] = [];
  for (let count = 2 + random.below(8); count > 0; count--) {
    const from = random.pick(chains);
    const to = random.pick(chains);
    if (from === to) continue;
    edges.push({ from: random.pick(from.steps).id, to: random.pick(to.steps).id, because: [edges.length as Term] });
  }
  return { chains, edges };
}

/** At every moment the chain on top goes on or one of a higher level starts. */
function hasNestedOrder({ chains, edges }: Problem): boolean {
  const done = new Set<number>();
  const next = chains.map(() => 0);
  const failed = new Set<string>();
  const visit = (stack: readonly number[]): boolean => {
    const key = `${next} | ${stack}`;
    if (failed.has(key)) return false;
    if (next.every((position, chain) => position === chains[chain]!.steps.length)) return true;
    const top = stack.at(-1);
    const choices = chains.flatMap(({ level }, chain) => {
      if (chain === top) return [chain];
      return next[chain] === 0 && (top === undefined || level > chains[top]!.level) ? [chain] : [];
    });
    for (const chain of choices) {
      const { steps } = chains[chain]!;
      const step = steps[next[chain]!]!;
      if (edges.some(({ from, to }) => to === step.id && !done.has(from))) continue;
      const below = chain === top ? stack : [...stack, chain];
      done.add(step.id);
      next[chain]!++;
      const found = visit(next[chain] === steps.length ? below.slice(0, -1) : below);
      next[chain]!--;
      done.delete(step.id);
      if (found) return true;
    }
    failed.add(key);
    return false;
  };
  return visit([]);
}

function isNestedOrder({ chains, edges }: Problem, order: readonly number[]): boolean {
  const at = (step: number) => order.indexOf(step);
  const inOrder = chains.every(({ steps }) => steps.every(({ id }, i) => i === 0 || at(steps[i - 1]!.id) < at(id)));
  const nested = chains.every((lower) =>
    chains.every((upper) => {
      if (lower === upper || lower.level > upper.level) return true;
      return lower.steps.every(({ id }) => at(id) < at(upper.steps[0]!.id) || at(id) > at(upper.steps.at(-1)!.id));
    }),
  );
  const complete = order.length === chains.reduce((sum, { steps }) => sum + steps.length, 0);
  return complete && inOrder && nested && edges.every(({ from, to }) => at(from) < at(to));
}

/**
 * What is left of a problem if only some reasons hold: the edges that they imply, their steps and the bounds of their
 * chains.
 */
function restrict({ chains, edges }: Problem, reasons: ReadonlySet<Term>): Problem {
  const kept = edges.filter(({ because }) => because.every((reason) => reasons.has(reason)));
  const ends = new Set(kept.flatMap(({ from, to }) => [from, to]));
  const left = chains.filter(({ steps }) => steps.some(({ id }) => ends.has(id)));
  const shown = left.map(({ level, steps }) => ({
    level,
    steps: steps.filter(({ id }, index) => ends.has(id) || index === 0 || index === steps.length - 1),
  }));
  return { chains: shown, edges: kept };
}

test('finds a nested order exactly if there is one, and gives sufficient reasons if there is none', () => {
  let possible = 0;
  let impossible = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const problem = randomProblem(new Random(seed));
    const result = nest(problem.chains, problem.edges);
    expect(result.kind, `seed ${seed}`).toBe(hasNestedOrder(problem) ? 'order' : 'impossible');
    if (result.kind === 'order') {
      possible++;
      expect(isNestedOrder(problem, result.steps), `seed ${seed}`).toBe(true);
    } else {
      impossible++;
      expect(hasNestedOrder(restrict(problem, result.because)), `seed ${seed}`).toBe(false);
    }
  }
  expect(possible).toBeGreaterThan(2000);
  expect(impossible).toBeGreaterThan(2000);
});

test('thousands of steps', () => {
  const size = 3000;
  const chains = Array.from({ length: 6 }, (_, level): Chain => {
    const ids = Array.from({ length: size }, (__, i) => level * size + i);
    return { level, steps: ids.map((id) => ({ id, rank: id })) };
  });
  // Each level fires in the middle of the one below.
  const edges = chains.slice(1).flatMap((_, below): Edge[] => [
    { from: below * size + size / 2, to: (below + 1) * size + 7, because: [] },
    { from: (below + 1) * size + 9, to: below * size + size / 2 + 1, because: [] },
  ]);
  const result = nest(chains, edges);
  if (result.kind !== 'order') throw new Error('no order');
  const firstHalf = ({ steps }: Chain) => steps.slice(0, size / 2 + 1);
  const expected = [...chains.slice(0, -1).flatMap(firstHalf), ...chains.at(-1)!.steps].map(({ id }) => id);
  expect(result.steps.slice(0, expected.length)).toEqual(expected);
  const impossible = nest(chains, [
    ...edges,
    { from: size / 2, to: size - 1 + size, because: [] },
    { from: size, to: 3, because: [] },
  ]);
  expect(impossible).toMatchObject({ kind: 'impossible' });
});
