// Critical accesses (VMCAI 2017, section 3): blocks of code that work on one structure and are not meant to interleave
// with others that do. Annotated ones are what `preempt_critical_begin` and `_end` enclose. Derived ones are maximal:
// all that lies between accesses of one activation of a function to one structure, with no change of masks, tracked
// variables or tasks on the way.

import type { Place } from '../../base/diagnostic.js';
import type { Instruction, InstructionId } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { IrModule } from '../../ir/module.js';
import { annotatedName, isAnnotatedWrite } from './annotation.js';
import type { FunctionGraph, WalkNode } from './position.js';
import type { Structures } from './structures.js';

/** A critical access, as the source shows it. Plain data. */
export interface CriticalAccess {
  readonly structure: string;
  readonly isWrite: boolean;
  /** The function that it is written in; an API function or what one calls. */
  readonly function: string;
  /** Where it begins, and the last place of it. */
  readonly first: Place;
  readonly last: Place;
  /** It is one instruction of LLVM IR: nothing can come between. */
  readonly isSingle: boolean;
}

/** Where a critical access is in the code. */
export interface RegionCode {
  /** By its name in the module. */
  readonly function: string;
  /** Instructions of that function, calls with all that they call. */
  readonly instructions: ReadonlySet<InstructionId>;
  /** Those of them that access the structure. */
  readonly users: ReadonlySet<InstructionId>;
}

export interface Regions {
  readonly accesses: readonly CriticalAccess[];
  /** By access. */
  readonly codes: readonly RegionCode[];
  /** By node: the accesses that it belongs to, ascending. */
  readonly ofNode: readonly (readonly number[])[];
}

/** Two accesses with the same key are the same statements of the source. */
export function accessKey({ structure, isWrite, function: fn, first }: CriticalAccess): string {
  return `${structure} ${isWrite ? 'W' : 'R'} ${fn} ${first.file}:${first.line}:${first.column}`;
}

export function isAnnotated({ nodes }: FunctionGraph): boolean {
  return nodes.some((node) => node.begun.length > 0);
}

export function annotatedRegions(walked: FunctionGraph, module: IrModule, structures: Structures): Regions {
  const found = new Finder(module);
  const ofNode = walked.nodes.map((node) =>
    node.begun.flatMap((begin) => {
      if (!isCall(begin)) return [];
      const structure = annotatedName(module, begin);
      if (structure === undefined || !structures.names.includes(structure)) return [];
      const at = { structure, isWrite: isAnnotatedWrite(begin), function: ownerOf(module, begin), isSingle: false };
      const number = found.number([begin], at);
      const owner = module.owners[begin.id] ?? '';
      if (node.frame.fn.name === owner) {
        const isUser = node.uses.some((use) => structures.names[use.structure] === structure);
        found.add(number, owner, [node.instruction], isUser ? [node.instruction] : []);
      }
      return [number];
    }),
  );
  return { accesses: found.accesses, codes: found.codes, ofNode };
}

export function derivedRegions({ nodes }: FunctionGraph, module: IrModule, structures: Structures): Regions {
  const found = new Finder(module);
  const ofNode: number[][] = nodes.map(() => []);
  const predecessors = precedingNodes(nodes);
  for (const users of usersOf(nodes)) {
    for (const component of connected(nodes, predecessors, users.nodes)) {
      const touching = component.filter((n) => users.nodes.has(n));
      const isWrite = touching.some((n) =>
        nodes[n]!.uses.some((use) => use.structure === users.structure && use.isWrite),
      );
      const instructions = [...new Set(touching.map((n) => nodes[n]!.instruction))];
      const fn = nodes[touching[0]!]!.frame.fn;
      const structure = structures.names[users.structure]!;
      const isSingle = instructions.length === 1 && !isCall(instructions[0]!);
      const number = found.number(instructions, { structure, isWrite, function: fn.sourceName, isSingle });
      const frame = nodes[touching[0]!]!.frame;
      const own = component.filter((n) => nodes[n]!.frame === frame).map((n) => nodes[n]!.instruction);
      found.add(number, fn.name, own, instructions);
      for (const n of component) ofNode[n]!.push(number);
    }
  }
  return {
    accesses: found.accesses,
    codes: found.codes,
    ofNode: ofNode.map((list) => [...new Set(list)].sort((a, b) => a - b)),
  };
}

/** Numbers accesses; those of the same statements are one. */
class Finder {
  readonly accesses: CriticalAccess[] = [];
  readonly codes: { function: string; instructions: Set<InstructionId>; users: Set<InstructionId> }[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly module: IrModule) {}

  number(instructions: readonly Instruction[], what: Omit<CriticalAccess, 'first' | 'last'>): number {
    const places = instructions
      .map((i) => instructionPlace(this.module, i.id))
      .filter((place): place is Place => place !== undefined)
      .sort((a, b) => a.line - b.line || a.column - b.column);
    const nowhere = { file: what.function, line: 0, column: 0 };
    const access: CriticalAccess = { ...what, first: places[0] ?? nowhere, last: places.at(-1) ?? nowhere };
    const key = `${accessKey(access)} ${access.last.line}:${access.last.column} ${access.isSingle}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.accesses.push(access) - 1;
      this.codes.push({ function: '', instructions: new Set(), users: new Set() });
      this.numbers.set(key, number);
    }
    return number;
  }

  add(number: number, fn: string, instructions: readonly Instruction[], users: readonly Instruction[]): void {
    const code = this.codes[number]!;
    code.function = fn;
    for (const { id } of instructions) code.instructions.add(id);
    for (const { id } of users) code.users.add(id);
  }
}

/** Nodes by the structure that they access and the activation that they belong to. */
function usersOf(nodes: readonly WalkNode[]): Iterable<{ readonly structure: number; readonly nodes: Set<number> }> {
  const users = new Map<string, { structure: number; nodes: Set<number> }>();
  for (const [n, { uses, frame }] of nodes.entries()) {
    for (const { structure } of uses) {
      const key = `${structure} ${frame.id}`;
      const known = users.get(key) ?? { structure, nodes: new Set<number>() };
      users.set(key, known);
      known.nodes.add(n);
    }
  }
  return users.values();
}

function precedingNodes(nodes: readonly WalkNode[]): readonly (readonly number[])[] {
  const predecessors: number[][] = nodes.map(() => []);
  for (const [n, { edges }] of nodes.entries()) for (const { to } of edges) if (to !== -1) predecessors[to]?.push(n);
  return predecessors;
}

/** The users with all that lies between two of them, in pieces that hang together; none goes on behind a boundary. */
function connected(
  nodes: readonly WalkNode[],
  predecessors: readonly (readonly number[])[],
  users: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const after = reach(users, (n) => (nodes[n]!.isBoundary ? [] : nodes[n]!.edges.map(({ to }) => to)));
  const before = reach(users, (n) => predecessors[n]!.filter((p) => !nodes[p]!.isBoundary));
  const between = new Set([...after].filter((n) => before.has(n)));
  const neighbours = (n: number): readonly number[] => [
    ...(nodes[n]!.isBoundary ? [] : nodes[n]!.edges.map(({ to }) => to)),
    ...predecessors[n]!.filter((p) => !nodes[p]!.isBoundary),
  ];
  const left = new Set([...users, ...between]);
  const components: (readonly number[])[] = [];
  for (const first of left) {
    const component = reach([first], (n) => neighbours(n).filter((m) => left.has(m)));
    for (const n of component) left.delete(n);
    components.push([...component].sort((a, b) => a - b));
  }
  return components;
}

function reach(from: Iterable<number>, following: (n: number) => readonly number[]): ReadonlySet<number> {
  const seen = new Set(from);
  const waiting = [...seen];
  for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
    for (const to of following(n)) {
      if (to === -1 || seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}

function ownerOf(module: IrModule, i: Instruction): string {
  return module.functions.get(module.owners[i.id] ?? '')?.sourceName ?? '';
}
