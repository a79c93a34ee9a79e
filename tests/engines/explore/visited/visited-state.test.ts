// Cycles of executions that nobody chooses anything in are noticed when their last edge is known, whoever walks it.

import { expect, it } from 'vitest';
import { VisitedState } from '../../../../src/engines/explore/visited/visited-state.js';

const states = (count: number): VisitedState[] => Array.from({ length: count }, () => new VisitedState(undefined, 0));

it('notices a cycle that one execution walks', () => {
  const [a, b, c] = states(3);
  expect(a!.leadsTo(b!)).toBe(false);
  expect(b!.leadsTo(c!)).toBe(false);
  expect(c!.leadsTo(a!)).toBe(true);
});

it('notices a cycle of which two executions have walked one half each', () => {
  const [a, b, c, d] = states(4);
  expect(a!.leadsTo(b!)).toBe(false);
  expect(c!.leadsTo(d!)).toBe(false);
  expect(b!.leadsTo(c!)).toBe(false);
  expect(d!.leadsTo(a!)).toBe(true);
});

it('does not take ways that meet for a cycle', () => {
  const [a, b, c, d] = states(4);
  expect(a!.leadsTo(c!)).toBe(false);
  expect(b!.leadsTo(c!)).toBe(false);
  expect(c!.leadsTo(d!)).toBe(false);
});

it('notices a state that leads to itself', () => {
  const [a] = states(1);
  expect(a!.leadsTo(a!)).toBe(true);
});
