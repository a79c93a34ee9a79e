// How far a step behind seen states was compared with the path for good. Executions that come to such states share most
// of their paths. All races of the step with one part of a path, from where its process stood at the end of that part,
// have been looked at, and what had to be tried because of them is to be tried anyhow, whatever comes behind: then
// nothing is found there again. For what comes later, the process can only know more, and so has no other races there.

import { Clock } from './clock.js';
import type { PathNode } from './node.js';
import type { Path } from './path.js';
import type { Process, StepFootprint } from './step.js';

export class Settled<At> {
  /** The ends of such parts, by index; each part has the one before in it, as long as its end is on the path. */
  private readonly indices: number[] = [];
  private readonly ends: PathNode<At>[] = [];
  private footprint: StepFootprint | undefined;

  /** The index up to which the path at hand is settled. */
  upTo({ nodes }: Path<At>, footprint: StepFootprint): number {
    const { indices, ends } = this;
    if (this.footprint !== footprint) {
      this.footprint = footprint;
      indices.length = 0;
      ends.length = 0;
    }
    while (indices.length > 0 && nodes[indices[indices.length - 1]!] !== ends[ends.length - 1]) {
      indices.pop();
      ends.pop();
    }
    return indices.length === 0 ? 0 : indices[indices.length - 1]!;
  }

  /**
   * All up to an index has been looked at, if the process has stood there since. The last node of the path is about to
   * leave it.
   */
  settle(path: Path<At>, process: Process, past: Clock, index: number): void {
    const at = Math.max(index, path.lastIndexOf(process));
    if (at >= path.length - 1 || at === this.indices[this.indices.length - 1]) return;
    const end = path.nodes[at]!;
    if ((end.clocks.get(process)?.clock ?? Clock.zero) !== past) return;
    this.indices.push(at);
    this.ends.push(end);
  }
}
