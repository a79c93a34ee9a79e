// Where an execution has to be changed so that two of its transitions, f and a later e that depends on it, happen in
// the other order. Between threads: the state before f gets a process with which an execution can begin that has e
// before f (an initial of the source-set algorithm). An ISR is moved as a whole, since no thread runs while it is
// active: it starts before f, or whoever it preempted goes on first.

import type { Clock } from './clock.js';
import type { PathNode, Taken } from './node.js';
import type { Path } from './path.js';
import { isIsr, type Process } from './step.js';
import type { World } from './world.js';

/** The later transition: made, or known to be made behind a state that was seen before. */
export interface Later {
  readonly process: Process;
  /** Starts that it is part of: indices on the path, as far as they are on it, then processes. */
  readonly within: readonly number[];
  readonly starts: readonly Process[];
  /** What happens before it. */
  readonly clock: Clock;
}

/** With what is found out here depending on the path up to an index. */
interface Initial {
  readonly process: Process;
  readonly at: number;
}

export const NEVER_SETTLED = Number.POSITIVE_INFINITY;

export class Reversals<At> {
  private readonly nodes: readonly PathNode<At>[];

  constructor(
    path: Path<At>,
    private readonly world: World<At>,
  ) {
    this.nodes = path.nodes;
  }

  /**
   * `at`: index on the path of the node behind f. Gives the index up to which the path is to stay as it is so that
   * there is nothing more to do for these two, whatever comes behind; `NEVER_SETTLED` if it depends on all of it.
   */
  reverse(at: number, e: Later): number {
    const f = this.nodes[at]!.taken!;
    if (f.within.length === 0 && isFull(this.nodes[f.from]!)) return at;
    const { within } = f;
    let common = 0;
    while (common < within.length && within[common] === e.within[common]) common++;
    const isInStart = common < e.starts.length;
    if (common === within.length && !isInStart) return this.addInitial(at, f, e);
    const canStart = addStarts(this.nodes[f.from]!, e.starts, common);
    if (common === within.length && !canStart) addAll(this.nodes[f.from]!);
    for (let depth = common; depth < within.length; depth++) {
      const node = this.nodes[this.nodes[within[depth]!]!.taken!.from]!;
      const running = this.world.running(node.at);
      if (isIsr(running)) addOne(node, running);
      else if (!isInStart) addOne(node, e.process);
      if (depth === common && isInStart && !addStarts(node, e.starts, common)) addAll(node);
    }
    return at;
  }

  /** Both are steps of threads, or of one ISR and what preempts it nowhere. */
  private addInitial(at: number, f: Taken, e: Later): number {
    const before = this.nodes[f.from]!;
    if (isFull(before)) return at;
    const initials = this.initials(at, f, e);
    const known = initials.find(({ process }) => before.backtrack.has(process));
    if (known !== undefined) return known.at;
    const possible = initials.filter(({ process }) => before.options.processes.includes(process));
    const chosen = possible.find(({ process }) => !before.sleep.has(process)) ?? possible[0];
    if (chosen === undefined) addAll(before);
    else before.backtrack.add(chosen.process);
    return chosen?.at ?? at;
  }

  /** Processes with which an execution can begin that has what does not happen after f, and then e, before f. */
  private initials(at: number, f: Taken, e: Later): readonly Initial[] {
    // Of each process, the first that is kept: who comes after another comes after that.
    const kept: Taken[] = [];
    const initials: Initial[] = [];
    for (let n = at + 1; n < this.nodes.length; n++) {
      const { taken } = this.nodes[n]!;
      if (taken === undefined || taken.clock.includes(f.slot, f.number)) continue;
      const { process } = taken;
      if (!kept.some((k) => taken.clock.includes(k.slot, k.number)) && !initials.some((i) => i.process === process))
        initials.push({ process, at: n });
      if (!kept.some((k) => k.process === taken.process)) kept.push(taken);
    }
    if (!kept.some((k) => e.clock.includes(k.slot, k.number))) initials.push({ process: e.process, at: NEVER_SETTLED });
    return initials;
  }
}

/** Nobody else is there to be followed. */
function isFull<At>({ options, backtrack }: PathNode<At>): boolean {
  return backtrack.all.length >= options.processes.length;
}

function addOne<At>(node: PathNode<At>, process: Process): void {
  if (node.backtrack.has(process)) return;
  if (node.options.processes.includes(process)) node.backtrack.add(process);
  else addAll(node);
}

/** Those from an index on that may start here. False: there is none. */
function addStarts<At>({ options, backtrack }: PathNode<At>, starts: readonly Process[], from: number): boolean {
  let canStart = false;
  for (let n = from; n < starts.length; n++) {
    if (!options.processes.includes(starts[n]!)) continue;
    backtrack.add(starts[n]!);
    canStart = true;
  }
  return canStart;
}

export function addAll<At>(node: PathNode<At>): void {
  for (const process of node.options.processes) node.backtrack.add(process);
}
