// Paths for tests, transition by transition.

import { Clock, slotOf } from '../../../../../src/engines/explore/reductions/dpor/clock.js';
import { nodeAt, type PathNode } from '../../../../../src/engines/explore/reductions/dpor/node.js';
import { Path } from '../../../../../src/engines/explore/reductions/dpor/path.js';
import { StepFootprint } from '../../../../../src/engines/explore/reductions/dpor/step.js';

export const touching = (object: number, isWrite: boolean): StepFootprint =>
  new StepFootprint([{ object, from: 0, to: 4, isWrite }], false);

/** The next transition of a process. */
export function go(path: Path<string>, process: number, footprint: StepFootprint): PathNode<string> {
  const from = path.last;
  const node = nodeAt('', from, { process, before: '', from: path.length - 1 });
  const slot = slotOf(process);
  const number = (from?.clocks.get(process)?.number ?? 0) + 1;
  const clock = (from?.clocks.get(process)?.clock ?? Clock.zero).with(slot, number);
  node.taken = {
    ...{ process, slot, number, from: path.length - 1, footprint, clock },
    ...{ isUnseen: false, keepsOut: false, within: [] },
  };
  node.clocks.set(process, { clock, number });
  path.push(node);
  return node;
}

export function begun(): Path<string> {
  const path = new Path<string>();
  path.push(nodeAt('', undefined, { process: 0, before: undefined, from: -1 }));
  return path;
}
