// The objects that a unit of work may still access, or read, or write before it ends: what its table says about others
// can never be matched. An over-approximation by control flow: calls may do what any function does that they may reach.

import type { Rules } from '../../../findings/pattern-observer.js';
import { successors } from '../../../ir/control-flow.js';
import type { Instruction, Terminator } from '../../../ir/instruction.js';
import { isCall } from '../../../ir/instruction-class.js';
import type { Activation } from '../../../machine/state.js';
import type { Code } from '../../../machine/stepping/code.js';
import type { ObjectId, Program } from '../../../model/program.js';

type Objects = ReadonlySet<ObjectId>;

const NOTHING: Objects = new Set();

export class Future {
  /** What an instruction itself accesses, in any context. */
  private readonly direct = new Map<Instruction, Set<ObjectId>>();
  private readonly ofFunction = new Map<string, Objects>();
  private readonly ofCode = new Map<Code, CodeFuture>();
  /** The same until a round of an endless loop is over. */
  private readonly ofRound = new Map<Code, CodeFuture>();
  /** Some access may touch what the model cannot name. */
  private readonly isUnknown: boolean;

  constructor(
    private readonly program: Program,
    private readonly unit: Rules['unit'],
    /** Only accesses that do this, too. */
    operation?: 'R' | 'W',
  ) {
    const byFunction = new Map<string, Set<ObjectId>>();
    let isUnknown = false;
    for (const access of program.accesses) {
      if (operation !== undefined && !access.operation.includes(operation)) continue;
      let objects = this.direct.get(access.instruction);
      if (objects === undefined) this.direct.set(access.instruction, (objects = new Set()));
      let all = byFunction.get(access.function);
      if (all === undefined) byFunction.set(access.function, (all = new Set()));
      for (const { object } of access.regions) {
        objects.add(object);
        all.add(object);
        if (program.objects[object]!.kind === 'unknown') isUnknown = true;
      }
    }
    this.isUnknown = isUnknown;
    for (const [name, objects] of byFunction) this.ofFunction.set(name, objects);
  }

  /** May the activation still access one of these objects? */
  mayAccess({ frames }: Activation, objects: readonly ObjectId[]): boolean {
    if (this.isUnknown || objects.length === 0) return true;
    // Where units are rounds, the outermost endless loop ends one when it goes on.
    let isOutermost = this.unit === 'task';
    for (let n = 0; n < frames.length; n++) {
      const { code, block, index } = frames[n]!;
      // A caller goes on behind its call, which ends with the frames above it.
      const isDone = n < frames.length - 1;
      const found = this.futureOf(code, isOutermost).from(block, isDone ? index + 1 : index);
      for (const object of objects) if (found.has(object)) return true;
      if (code.endless.bodies.has(block)) isOutermost = false;
    }
    return false;
  }

  private futureOf(code: Code, endsWithRound: boolean): CodeFuture {
    const known = endsWithRound ? this.ofRound : this.ofCode;
    let future = known.get(code);
    if (future === undefined)
      known.set(code, (future = new CodeFuture(code, (i) => this.accessedBy(i), endsWithRound)));
    return future;
  }

  private accessedBy(instruction: Instruction): Objects {
    const direct = this.direct.get(instruction) ?? NOTHING;
    if (!isCall(instruction)) return direct;
    const found = new Set(direct);
    for (const fn of this.reachedBy(instruction))
      for (const object of this.ofFunction.get(fn) ?? NOTHING) found.add(object);
    return found;
  }

  private reachedBy(site: Instruction): ReadonlySet<string> {
    const { callGraph, module } = this.program;
    const found = new Set(callGraph.targets(site));
    for (const name of found)
      for (const block of module.functions.get(name)?.blocks ?? [])
        for (const i of block.instructions) if (isCall(i)) for (const target of callGraph.targets(i)) found.add(target);
    return found;
  }
}

/** One function: what may be accessed from a place in it until it returns. */
class CodeFuture {
  private readonly atStart: Set<ObjectId>[];
  private readonly cache: (Objects | undefined)[][];

  constructor(
    private readonly code: Code,
    private readonly accessedBy: (instruction: Instruction) => Objects,
    private readonly endsWithRound: boolean,
  ) {
    this.cache = code.blocks.map(() => []);
    this.atStart = code.blocks.map((block) => {
      const found = new Set<ObjectId>();
      for (const i of block) for (const object of accessedBy(i)) found.add(object);
      return found;
    });
    for (let changed = true; changed; ) {
      changed = false;
      for (let n = code.blocks.length - 1; n >= 0; n--) {
        const mine = this.atStart[n]!;
        const before = mine.size;
        for (const s of this.successors(n)) for (const object of this.atStart[s]!) mine.add(object);
        if (mine.size > before) changed = true;
      }
    }
  }

  from(block: number, index: number): Objects {
    if (index === 0) return this.atStart[block]!;
    const row = this.cache[block]!;
    let found = row[index];
    if (found === undefined) {
      const objects = new Set<ObjectId>();
      for (const i of this.code.blocks[block]!.slice(index))
        for (const object of this.accessedBy(i)) objects.add(object);
      for (const s of this.successors(block)) for (const object of this.atStart[s]!) objects.add(object);
      row[index] = found = objects;
    }
    return found;
  }

  private successors(block: number): readonly number[] {
    const instructions = this.code.blocks[block]!;
    const all = successors(instructions[instructions.length - 1] as Terminator);
    const { bodies, headers } = this.code.endless;
    return this.endsWithRound && bodies.has(block) ? all.filter((s) => !headers.has(s)) : all;
  }
}
