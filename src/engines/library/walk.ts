// An API function with all that it calls as one graph: a node is a position with what is known there, an edge a step.
// Over-approximation, precisely: every path of the C code through positions, masks, tracked variables and accesses is
// one of the graph's. A branch goes both ways unless tracked variables decide it; a tracked variable above its range is
// any value above it, below its range any value at all, and none ever overflows. Not followed, and said so: recursion,
// calls through pointers, inline assembly. Functions without a body do to their arguments what is known of them or, if
// nothing is, read and write all that these lead to.

import type { Diagnostic } from '../../base/diagnostic.js';
import { noteAt, warningAt } from '../../base/diagnostic.js';
import type { CallSite, Instruction } from '../../ir/instruction.js';
import { isBinary, isCall, isCast } from '../../ir/instruction-class.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { IrFunction, IrModule } from '../../ir/module.js';
import type { Operand } from '../../ir/value.js';
import { directCallee, externalSummary } from '../../model/known-calls.js';
import { Accessed } from './accessed.js';
import { withoutEnded } from './annotation.js';
import { type Description, type TrackedVariable, trackedVariables } from './description.js';
import { InlinedFrame } from './frame.js';
import { liveAtStart } from './live-registers.js';
import { PlaceNames } from './places.js';
import {
  after,
  type Following,
  type FunctionGraph,
  factKey,
  keyOf,
  next,
  noFacts,
  positionOf,
  type Tests,
  type WalkEffect,
  type WalkNode,
  type WalkPosition,
  withFact,
} from './position.js';
import { SourceRecords } from './source-records.js';
import { Structures } from './structures.js';
import {
  compared,
  computed,
  constantOf,
  converted,
  type KnownNumber,
  truthNumber,
  truthOf,
  valueRead,
  valuesWritten,
} from './values.js';

/** More than any API function needs: a library that is not one. */
const MOST_NODES = 400_000;
const DEEPEST_MASK = 6;

/** What all functions of a library share. */
export class LibraryCode {
  readonly records: SourceRecords;
  readonly structures: Structures;
  readonly variables: readonly TrackedVariable[];
  /** Of tasks, and of functions for interrupts. */
  readonly tests = { task: new Map() as Tests, isr: new Map() as Tests };
  /** Memory that is in no structure, and that functions of the library write. */
  readonly outside = new Set<string>();
  readonly assumed = new Set<string>();

  constructor(
    readonly module: IrModule,
    readonly description: Description,
  ) {
    this.records = new SourceRecords(module);
    this.structures = new Structures(description);
    this.variables = trackedVariables(description);
  }

  walk(fn: IrFunction, role: 'task' | 'isr'): FunctionGraph {
    return new Walk(this, fn, this.tests[role]).run();
  }
}

class Walk {
  private readonly nodes: WalkNode[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly waiting: WalkPosition[] = [];
  private readonly diagnostics = new Map<string, Diagnostic>();
  private readonly accessed: Accessed;
  private readonly module: IrModule;
  private readonly masks: ReadonlyMap<string, 1 | -1>;
  private frames = 1;

  constructor(
    private readonly code: LibraryCode,
    private readonly fn: IrFunction,
    private readonly tests: Tests,
  ) {
    this.module = code.module;
    const { allocators = [], masks } = code.description;
    const places = new PlaceNames(this.module, code.records, new Set(allocators));
    this.accessed = new Accessed(places, code.structures, code.outside);
    this.masks = new Map([
      ...(masks?.enter ?? []).map((name) => [name, 1] as const),
      ...(masks?.exit ?? []).map((name) => [name, -1] as const),
    ]);
  }

  run(): FunctionGraph {
    const frame = new InlinedFrame(this.fn, 0);
    this.number({ frame, block: 0, index: 0, depth: 0, facts: noFacts, begun: [] });
    for (let n = 0; n < this.waiting.length; n++) {
      if (n === MOST_NODES) {
        this.unfollowed(`${this.fn.sourceName} is too large to be followed whole`);
        break;
      }
      this.nodes.push(this.node(this.waiting[n]!));
    }
    const isThere = ({ to }: WalkNode['edges'][number]): boolean => to < this.nodes.length;
    const nodes =
      this.nodes.length === this.waiting.length
        ? this.nodes
        : this.nodes.map((node) => ({ ...node, edges: node.edges.filter(isThere) }));
    return { nodes, diagnostics: [...this.diagnostics.values()] };
  }

  private number(position: WalkPosition): number {
    const key = keyOf(position);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.waiting.push(position) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  private node(position: WalkPosition): WalkNode {
    const { frame, block, index, depth, begun } = position;
    const instruction = frame.fn.blocks[block]!.instructions[index]!;
    const { following, uses = [], isBoundary = false } = this.effect(position, instruction);
    const edges = following.map(({ to, label }) => ({
      to: to === undefined ? -1 : this.number(to),
      ...(label === undefined ? {} : { label }),
    }));
    return { frame, instruction, isMasked: depth > 0, uses, isBoundary, begun, edges };
  }

  private effect(at: WalkPosition, i: Instruction): WalkEffect {
    switch (i.op) {
      case 'load':
        return this.load(at, i, i.address, i.result.index);
      case 'store':
        return this.store(at, i.address, i.value);
      case 'atomicrmw':
      case 'cmpxchg': {
        const written = this.store(at, i.address, undefined);
        return { ...written, uses: [...this.accessed.at(at.frame, i.address, false), ...(written.uses ?? [])] };
      }
      case 'icmp': {
        const [left, right] = [this.valueOf(at, i.left), this.valueOf(at, i.right)];
        const told = left === undefined || left.variable === -1 ? right : left;
        if (left === undefined || right === undefined || told === undefined || told.variable === -1) break;
        const truth = compared(i, left, right);
        this.tested(told, `${this.fn.name} ${i.id} ${truth}`);
        return next(withFact(at, i.result.index, truthNumber(truth, told)));
      }
      case 'br':
        return { following: [{ to: this.enter(at, i.target) }] };
      case 'condbr': {
        const value = this.factOf(at, i.condition);
        const truth = value === undefined ? 'either' : truthOf(value);
        const targets = truth === 'yes' ? [i.whenTrue] : truth === 'no' ? [i.whenFalse] : [i.whenTrue, i.whenFalse];
        return { following: targets.map((target) => ({ to: this.enter(at, target) })) };
      }
      case 'switch': {
        const value = this.factOf(at, i.value);
        const bits = i.value.type.kind === 'int' ? i.value.type.bits : 64;
        const isExact = value !== undefined && value.low === value.high;
        if (isExact) this.tested(value, `${this.fn.name} ${i.id} ${value.low}`);
        const taken = isExact
          ? [i.cases.find((c) => Number(BigInt.asIntN(bits, c.value)) === value.low)?.target ?? i.otherwise]
          : [...new Set([i.otherwise, ...i.cases.map((c) => c.target)])];
        return { following: taken.map((target) => ({ to: this.enter(at, target) })) };
      }
      case 'indirectbr':
        return { following: i.targets.map((target) => ({ to: this.enter(at, target) })) };
      case 'ret':
        return { following: [{ to: this.leave(at, i.value) }] };
      case 'unreachable':
      case 'resume':
        return { following: [] };
      case 'invoke':
        this.unfollowed('what this call does is not followed', i);
        return { following: [{ to: this.enter(at, i.normal) }] };
      case 'callbr':
        this.unfollowed('what this assembly does is not followed', i);
        return { following: [i.fallThrough, ...i.targets].map((target) => ({ to: this.enter(at, target) })) };
      case 'select': {
        const condition = this.factOf(at, i.condition);
        const truth = condition === undefined ? 'either' : truthOf(condition);
        if (condition === undefined || truth === 'either') break;
        const chosen = this.valueOf(at, truth === 'yes' ? i.whenTrue : i.whenFalse);
        const { variable, read } = condition;
        return next(withFact(at, i.result.index, chosen?.variable === -1 ? { ...chosen, variable, read } : chosen));
      }
      default:
        if (isCall(i)) return this.call(at, i);
        if (isBinary(i)) {
          const [left, right] = [this.valueOf(at, i.left), this.valueOf(at, i.right)];
          const isTold = left !== undefined && right !== undefined && Math.max(left.variable, right.variable) >= 0;
          return next(isTold ? withFact(at, i.result.index, this.nearRange(computed(i, left, right))) : at);
        }
        if (isCast(i)) {
          const value = this.factOf(at, i.value);
          return next(value === undefined ? at : withFact(at, i.result.index, converted(i, value)));
        }
    }
    return next(at);
  }

  private load(at: WalkPosition, i: Instruction, address: Operand, result: number): WalkEffect {
    const uses = this.accessed.at(at.frame, address, false);
    const variable = this.accessed.trackedAt(at.frame, address);
    if (variable === -1) return { ...next(at), uses };
    const tracked = this.code.variables[variable]!;
    const following: Following[] = [];
    for (let value = tracked.least; value <= tracked.most; value++) {
      const to = after(withFact(at, result, valueRead(tracked, variable, value)));
      following.push({ to, label: { kind: 'guard', variable, value } });
    }
    if (i.op !== 'load' || i.result.type.kind !== 'int') return { ...next(at), uses };
    return { following, uses };
  }

  private store(at: WalkPosition, address: Operand, value: Operand | undefined): WalkEffect {
    const uses = this.accessed.at(at.frame, address, true);
    const variable = this.accessed.trackedAt(at.frame, address);
    if (variable === -1) return { ...next(at), uses };
    const written = value && this.valueOf(at, value);
    const values = valuesWritten(this.code.variables[variable]!, written);
    const following = values.map((v): Following => ({ to: after(at), label: { kind: 'set', variable, value: v } }));
    return { following, uses, isBoundary: true };
  }

  private call(at: WalkPosition, site: CallSite & Instruction): WalkEffect {
    const name = directCallee(this.module, site.callee);
    if (name === undefined) {
      if (site.callee.kind === 'assembly' ? site.callee.text.trim() !== '' : site.callee.kind !== 'null')
        this.unfollowed(`what this ${kindOfCall(site)} does is not followed`, site);
      return next(at);
    }
    const { yields = [], operations = {}, ignored = [], allocators = [] } = this.code.description;
    const mask = this.masks.get(name);
    if (mask !== undefined) {
      const depth = Math.min(DEEPEST_MASK, Math.max(0, at.depth + mask));
      return { ...next({ ...at, depth }), isBoundary: true };
    }
    if (yields.includes(name)) {
      return { following: [{ to: after(at), label: { kind: 'yield' } }], isBoundary: true };
    }
    if (name === 'preempt_critical_begin') return next({ ...at, begun: [...at.begun, site] });
    if (name === 'preempt_critical_end') return next({ ...at, begun: withoutEnded(this.module, at.begun, site) });
    if (ignored.includes(name) || allocators.includes(name)) return next(at);
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation !== undefined) {
      const { reads = [], writes = [], follows = false } = operation;
      return { ...next(at), uses: this.accessed.touched(at, site, reads, writes, follows ? 'reached' : 'whole') };
    }
    if (/^(?:llvm\.)?mem(?:cpy|move)\b/.test(name))
      return { ...next(at), uses: this.accessed.touched(at, site, [1], [0]) };
    if (/^(?:llvm\.)?memset\b/.test(name)) return { ...next(at), uses: this.accessed.touched(at, site, [], [0]) };
    if (/^llvm\.\w*trap/.test(name) || (site.noReturn && !this.hasBody(name))) return { following: [] };
    if (name.startsWith('llvm.')) return next(at);
    const fn = this.module.functions.get(name);
    if (fn !== undefined && fn.blocks.length > 0) return this.inline(at, site, fn);
    const summary = externalSummary(name);
    const pointers = [...site.arguments.keys()].filter((n) => site.arguments[n]!.type.kind === 'pointer');
    if (summary === undefined) {
      this.code.assumed.add(name);
      return { ...next(at), uses: this.accessed.touched(at, site, [], pointers, 'reached') };
    }
    const reads = summary.reads === 'all' ? pointers.filter((n) => !summary.writes.includes(n)) : summary.reads;
    return { ...next(at), uses: this.accessed.touched(at, site, reads, summary.writes) };
  }

  private inline(at: WalkPosition, site: CallSite & Instruction, fn: IrFunction): WalkEffect {
    if (at.frame.isWithin(fn)) {
      this.unfollowed(`${fn.sourceName} calls itself, which is not followed`, site);
      return next(at);
    }
    const frame = at.frame.callee(site, fn, () => this.frames++);
    let facts = at.facts;
    for (const [n, argument] of site.arguments.entries()) {
      const value = this.factOf(at, argument);
      if (value !== undefined) facts = new Map([...facts, [factKey(frame, n), value]]);
    }
    return { following: [{ to: { ...at, frame, block: 0, index: 0, facts } }] };
  }

  /** Into another block of the same function. */
  private enter(at: WalkPosition, block: number): WalkPosition {
    const { frame } = at;
    const { instructions } = frame.fn.blocks[block]!;
    const live = liveAtStart(frame.fn)[block]!;
    const prefix = `${frame.id}:`;
    const facts = new Map<string, KnownNumber>();
    for (const [key, value] of at.facts) {
      if (!key.startsWith(prefix) || live.has(Number(key.slice(prefix.length)))) facts.set(key, value);
    }
    let index = 0;
    for (let i = instructions[0]; i?.op === 'phi'; i = instructions[++index]) {
      const incoming = i.incoming.find((each) => each.block === at.block)?.value;
      const isTold = incoming !== undefined && this.accessed.taintedIn(frame).has(i.result.index);
      const value = isTold ? this.valueOf(at, incoming) : incoming && this.factOf(at, incoming);
      const key = factKey(frame, i.result.index);
      if (value === undefined || !live.has(i.result.index)) facts.delete(key);
      else facts.set(key, value);
    }
    return { ...at, block, index, facts };
  }

  /** Behind the call that led here; undefined: the API function has returned. */
  private leave(at: WalkPosition, returned: Operand | undefined): WalkPosition | undefined {
    const { frame } = at;
    const { caller } = frame;
    if (caller === undefined) {
      const message = `${this.fn.sourceName} may return with interrupts masked`;
      if (at.depth > 0) this.diagnostics.set(message, noteAt('library-masked-return', message));
      return undefined;
    }
    const prefix = `${frame.id}:`;
    const facts = new Map([...at.facts].filter(([key]) => !key.startsWith(prefix)));
    const value = returned && this.factOf(at, returned);
    const { result } = caller.site;
    if (value !== undefined && result !== undefined) facts.set(factKey(caller.frame, result.index), value);
    const { block, index } = positionOf(caller.frame.fn, caller.site);
    return { ...at, frame: caller.frame, block, index: index + 1, facts };
  }

  private factOf(at: WalkPosition, operand: Operand): KnownNumber | undefined {
    return operand.kind === 'register' ? at.facts.get(factKey(at.frame, operand.index)) : undefined;
  }

  private valueOf(at: WalkPosition, operand: Operand): KnownNumber | undefined {
    return this.factOf(at, operand) ?? constantOf(operand);
  }

  /** What is far from all values that are told apart is forgotten: a loop that counts would give ever new ones. */
  private nearRange(value: KnownNumber | undefined): KnownNumber | undefined {
    const variable = value && this.code.variables[value.variable];
    if (value === undefined || variable === undefined) return undefined;
    return value.low < variable.least - 1 || value.low > variable.most + 1 ? undefined : value;
  }

  private hasBody(name: string): boolean {
    return (this.module.functions.get(name)?.blocks.length ?? 0) > 0;
  }

  private tested({ variable, read }: KnownNumber, outcome: string): void {
    if (variable === -1) return;
    const ofVariable = this.tests.get(variable) ?? new Map<number, Set<string>>();
    this.tests.set(variable, ofVariable);
    const outcomes = ofVariable.get(read) ?? new Set<string>();
    ofVariable.set(read, outcomes.add(outcome));
  }

  private unfollowed(message: string, site?: Instruction): void {
    const place = site && instructionPlace(this.module, site.id);
    this.diagnostics.set(
      `${message} ${place?.file}:${place?.line}:${place?.column}`,
      warningAt('library-unfollowed', message, place),
    );
  }
}

function kindOfCall({ callee }: CallSite): string {
  return callee.kind === 'assembly' ? 'assembly' : 'call through a pointer';
}
