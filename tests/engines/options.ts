// What the engines are asked for unless a test says otherwise.

import type { CheckOptions } from './check.js';

export const usualOptions: CheckOptions = {
  properties: ['atomicity', 'race', 'assertion'],
  reduction: 'reduced',
  arrivals: 1,
  unwind: 3,
  unit: 'task',
  effect: 'reaching',
  races: 'all',
  isOver: () => undefined,
};
