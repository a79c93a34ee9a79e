// Code of an ISR that no execution within the bounds has reached, by function and lines. A proof says nothing about it,
// so every `holds` names it. What only reports a failure is left out: that it is not reached is the point.

import { isOfModel } from '../execution/own-frame.js';
import { isTerminator, successors } from '../ir/control-flow.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrModule } from '../ir/module.js';
import type { Machine } from '../machine/machine.js';
import type { Code } from '../machine/stepping/code.js';
import { directCallee, effectsOfFunction } from '../model/known-calls.js';
import type { Context, ContextId, Program } from '../model/program.js';

/** Lines of a function that an ISR does not reach; `whole`: it is never called. */
export interface UnreachedCode {
  readonly context: string;
  readonly function: string;
  readonly file: string;
  /** First and last line of each stretch, in order. */
  readonly lines: readonly (readonly [from: number, to: number])[];
  readonly whole?: true;
}

/** Of the ISRs that have started. */
export function unreachedCode(machine: Machine, started: ReadonlySet<ContextId>): readonly UnreachedCode[] {
  const failing = new FailingFunctions(machine.program);
  return machine.isrs
    .filter((isr) => started.has(isr.id))
    .flatMap((isr) =>
      [...machine.program.callGraph.reachable(isr.id)].flatMap((fn) => inFunction(machine, failing, isr, fn)),
    );
}

function inFunction(machine: Machine, failing: FailingFunctions, isr: Context, name: string): readonly UnreachedCode[] {
  const { program, coverage, image } = machine;
  const code = image.codes.get(name);
  if (code === undefined || code.blocks.length === 0 || failing.has(name)) return [];
  // Models have cases that a program need not use.
  if (isOfModel(program.module, code.fn)) return [];
  const isReached = (block: number): boolean => coverage.hasReached(isr.id, code, block);
  const reached = new Set<number>();
  const missed = new Set<number>();
  let file = '';
  for (const block of flowsTo(code)) {
    if (!isReached(block) && failing.reports(code.blocks[block]!)) continue;
    for (const place of placesIn(program.module, code, block)) {
      file ||= place.file;
      if (place.file === file) (isReached(block) ? reached : missed).add(place.line);
    }
  }
  const lines = [...missed].filter((line) => !reached.has(line)).sort((a, b) => a - b);
  if (lines.length === 0) return [];
  return [
    {
      context: isr.name,
      function: name === isr.function ? isr.name : code.fn.sourceName,
      file,
      lines: stretches(lines, reached),
      ...(isReached(0) ? {} : { whole: true as const }),
    },
  ];
}

/**
 * The ISRs with a branch of which both ways were followed on arbitrary data: where states are joined, nobody has looked
 * whether an execution takes them.
 */
export function openBranches(machine: Machine, started: ReadonlySet<ContextId>): readonly string[] {
  const failing = new FailingFunctions(machine.program);
  const hasOpen = (isr: Context): boolean =>
    [...machine.program.callGraph.reachable(isr.id)].some((name) => {
      const code = machine.image.codes.get(name);
      return code?.blocks.some((block) => {
        const last = block.at(-1);
        if (last === undefined || !isTerminator(last)) return false;
        const ways = [...new Set(successors(last))].filter((next) => !failing.reports(code.blocks[next]!));
        return ways.length > 1 && ways.every((next) => machine.coverage.hasReached(isr.id, code, next));
      });
    });
  return machine.isrs.filter((isr) => started.has(isr.id) && hasOpen(isr)).map((isr) => isr.name);
}

/** Lines between two that are not reached belong to them, unless one of them is reached. */
function stretches(lines: readonly number[], reached: ReadonlySet<number>): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    let isOne = last !== undefined;
    for (let between = (last?.[1] ?? line) + 1; between < line; between++) if (reached.has(between)) isOne = false;
    if (isOne) last![1] = line;
    else found.push([line, line]);
  }
  return found;
}

function* placesIn(module: IrModule, code: Code, block: number) {
  const debug = module.units[code.fn.unit]?.debug;
  for (const i of code.blocks[block]!) {
    // A jump stands where its statement ends, which may be elsewhere.
    const place = i.op === 'br' ? undefined : debug?.location(i.debug)?.place;
    if (place !== undefined) yield place;
  }
}

/** Blocks that some way through the function leads to. */
function flowsTo(code: Code): ReadonlySet<number> {
  const found = new Set([0]);
  for (const block of found) {
    const last = code.blocks[block]!.at(-1);
    if (last !== undefined && isTerminator(last)) for (const next of successors(last)) found.add(next);
  }
  return found;
}

/** Functions that do nothing but report a failure, however they are called: `void fail(void) { reach_error(); }`. */
class FailingFunctions {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly program: Program) {}

  has(name: string): boolean {
    let known = this.known.get(name);
    if (known === undefined) {
      this.known.set(name, false);
      const effects = effectsOfFunction(this.program.platform, name);
      const first = this.program.module.functions.get(name)?.blocks[0];
      known = effects?.some((e) => e.kind === 'fail') ?? (first !== undefined && this.reports(first.instructions));
      this.known.set(name, known);
    }
    return known;
  }

  /** Does a block report a failure? */
  reports(block: readonly Instruction[]): boolean {
    return block.some((i) => {
      if (i.op === 'unreachable') return true;
      if (!isCall(i)) return false;
      const name = directCallee(this.program.module, i.callee);
      return i.noReturn || (name !== undefined && this.has(name));
    });
  }
}
