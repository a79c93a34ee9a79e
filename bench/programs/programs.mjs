// The programs that encodings are compared on: counterparts of the benchmarks of the TECS 2017 paper (§6.2), each
// correct and incorrect, and the family of nested interrupts. See README.md.

import { fileURLToPath } from 'node:url';
import { brake } from './brake.mjs';
import { nest } from './nest.mjs';

const file = (name) => fileURLToPath(new URL(`${name}.c`, import.meta.url));

/**
 * How large the programs are: `full` for measurements; `small` are the same programs, quick enough to look whether
 * anything works at all.
 */
const scales = {
  full: {
    arrivals: { extended: [1, 2], blink: 2 },
    brake: { wheels: [1, 2, 3], scale: 1 },
    nests: [
      [3, 2],
      [4, 2],
      [4, 4],
    ],
  },
  small: {
    arrivals: { extended: [1], blink: 1 },
    brake: { wheels: [1], scale: 0.2 },
    nests: [
      [2, 2],
      [3, 2],
    ],
  },
};

/** A correct and an incorrect program; `source` gives the `file` or the `text` of either. */
function pair({ name, isrs, arrivals = 1, source }) {
  return [true, false].map((isCorrect) => ({
    name: `${name}_${isCorrect ? 'ok' : 'bad'}`,
    ...source(isCorrect),
    expected: isCorrect ? 'holds' : 'violated',
    isrs,
    nested: isrs > 1,
    arrivals,
    flags: ['--property', 'assertion', '--arrivals', String(arrivals)],
  }));
}

const fromFile = (name) => (isCorrect) => ({ file: file(`${name}_${isCorrect ? 'ok' : 'bad'}`) });

/**
 * @param {{ scale?: 'full' | 'small' }} options
 * @returns a list of `{ name, file | text, expected, isrs, nested, arrivals, flags }`: a program is a `file` or, where
 * it is generated, its `text`; `flags` are those of `preempt check`; `nested` tells that interrupts preempt interrupts
 */
export function programs({ scale = 'full' } = {}) {
  const { arrivals, brake: brakes, nests } = scales[scale];
  return [
    ...pair({ name: 'logger', isrs: 2, source: fromFile('logger') }),
    ...arrivals.extended.flatMap((count) =>
      pair({
        name: count === 1 ? 'logger_extended' : `logger_extended_${count}_arrivals`,
        isrs: 3,
        arrivals: count,
        source: fromFile('logger_extended'),
      }),
    ),
    ...pair({ name: 'blink', isrs: 2, arrivals: arrivals.blink, source: fromFile('blink') }),
    ...pair({ name: 'rc_core', isrs: 3, source: fromFile('rc_core') }),
    ...brakes.wheels.flatMap((wheels) =>
      pair({
        name: `brake_${wheels}`,
        isrs: 1 + wheels,
        source: (isMasked) => ({ text: brake({ wheels, isMasked, scale: brakes.scale }) }),
      }),
    ),
    ...nests.flatMap(([isrs, increments]) =>
      pair({
        name: `nest_${isrs}_${increments}`,
        isrs,
        source: (isRestored) => ({ text: nest({ isrs, increments, isRestored }) }),
      }),
    ),
  ];
}
