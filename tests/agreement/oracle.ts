// The findings of a program by their definitions alone: each complete execution is looked at whole, all pairs and
// triples of its accesses are tried, byte by byte. Shares nothing with the engines but the machine that makes the
// steps; slow, and meant to be obviously right.

import { type UnreachedCode, unreachedCode } from '../../src/findings/unreached.js';
import { accessPath } from '../../src/ir/debug/access-path.js';
import type { SourceType } from '../../src/ir/debug/debug-info.js';
import type { Instruction, InstructionId } from '../../src/ir/instruction.js';
import type { ObjectInfo } from '../../src/machine/memory/object-info.js';
import type { Program } from '../../src/model/program.js';
import type { Solver } from '../../src/solve/solver.js';
import { type AccessEvent, type Execution, Executions, type Step } from './executions.js';
import { REGISTER_SPACING } from './globals.js';
import { type Access, accessesOf, bytesOf, patternOf, type Triple, touches, triplesAt } from './triples.js';

export interface OracleOptions {
  readonly unit: 'task' | 'function';
  readonly effect: 'reaching' | 'any';
  readonly arrivals: number;
  readonly limit: number;
  readonly createSolver: () => Solver;
  /** Is told of every triple of every execution, with its identity. */
  readonly visitTriple?: (execution: Execution, triple: Triple, identity: () => string) => void;
}

export interface OracleAnswer {
  /** Identities, sorted. */
  readonly findings: readonly string[];
  readonly executions: number;
  /** Instructions that are undefined behaviour in some execution. */
  readonly undefinedPlaces: number;
  /** Some execution comes to its end without undefined behaviour. */
  readonly isDefinedOnce: boolean;
  /** Does an ISR ever start? */
  readonly hasStarts: boolean;
  /** Code of ISRs that no execution reaches. */
  readonly unreached: readonly UnreachedCode[];
}

export function findAll(program: Program, options: OracleOptions): OracleAnswer {
  const oracle = new Oracle(program, options);
  return oracle.answer();
}

/** What makes two findings the same: the accesses as the source shows them. */
export interface Place {
  readonly operation: 'R' | 'W';
  readonly at: string;
  readonly function: string;
}

export function identity(kind: string, pattern: string, variable: string, places: readonly Place[]): string {
  return [kind, pattern, variable, ...places.map((p) => `${p.operation}${p.at}@${p.function}`)].join(' ');
}

class Oracle {
  private readonly executions: Executions;
  private readonly types = new Map<number | Instruction, SourceType>();
  private readonly names = new Map<ObjectInfo, Map<string, string>>();
  private readonly sites = new Map<InstructionId, Place & { readonly number: number }>();
  private readonly seen = new Set<string>();
  private readonly undefinedPlaces = new Set<InstructionId>();
  private isDefinedOnce = false;
  private readonly findings = new Map<string, { readonly kind: string; readonly pair: string }>();

  constructor(
    private readonly program: Program,
    private readonly options: OracleOptions,
  ) {
    this.executions = new Executions(program, options, (execution) => this.look(execution));
    const { symbols } = this.executions.machine.image;
    for (const object of program.objects) {
      const key = object.site ?? symbols.get(object.symbol);
      if (key !== undefined && object.type !== undefined && !this.types.has(key)) this.types.set(key, object.type);
    }
  }

  answer(): OracleAnswer {
    this.executions.enumerate();
    // One report for each pair of places: the torn access, else the race, else what only the compiler makes worse.
    const order = ['missing-volatile', 'race', 'torn-access'];
    const kept = [...this.findings].filter(([, f]) => {
      const worse = order.slice(order.indexOf(f.kind) + 1);
      const others = [...this.findings.values()].filter((g) => g.pair === f.pair);
      return !order.includes(f.kind) || !others.some((g) => worse.includes(g.kind));
    });
    const { machine, started, count: executions } = this.executions;
    return {
      findings: kept.map(([id]) => id).sort(),
      executions,
      undefinedPlaces: this.undefinedPlaces.size,
      isDefinedOnce: this.isDefinedOnce,
      hasStarts: started.size > 0,
      unreached: unreachedCode(machine, started),
    };
  }

  private look(execution: Execution): void {
    const { failure } = execution;
    if (failure !== undefined && failure.kind !== 'assertion') this.undefinedPlaces.add(failure.instruction);
    else this.isDefinedOnce = true;
    this.lookForTriples(execution, accessesOf(execution.steps));
    this.lookForRaces(execution);
    this.lookForTorn(execution.steps);
    if (execution.failure?.kind === 'assertion') {
      const { instruction, function: fn } = execution.failure;
      this.report('assertion', '', '', [this.place(instruction, 'R', fn)]);
    }
  }

  /** The variable is what o3 accesses. */
  private lookForTriples(execution: Execution, all: readonly Access[]): void {
    all.forEach((o3, k) => {
      const completed = new Map<string, Triple>();
      for (const triple of triplesAt(all, k, this.options)) {
        const { o1, o2 } = triple;
        completed.set(`${this.siteKey(o1.event)} ${this.siteKey(o2.event)}`, triple);
        this.options.visitTriple?.(execution, triple, () => this.identityOfTriple(triple));
      }
      const { offset, size } = o3.event;
      for (const { o1, o2 } of completed.values()) {
        const events = [o1.event, o2.event, o3.event];
        this.reportAt('atomicity', patternOf(...events), o3.info, offset, offset + size, events);
      }
    });
  }

  private identityOfTriple({ o1, o2, o3 }: Triple): string {
    const events = [o1.event, o2.event, o3.event];
    const { offset, size, object } = o3.event;
    const places = events.map((e) => this.place(e.instruction, e.operation, e.function));
    return identity('atomicity', patternOf(...events), this.name(o3.info, object, offset, offset + size), places);
  }

  /** Each access against the next steps of all that wait below it. */
  private lookForRaces({ steps, unfinished }: Execution): void {
    steps.forEach((step, j) => {
      for (const below of step.stack.slice(0, -1)) {
        const next = steps.slice(j + 1).find((s) => s.activation === below);
        const pending = next === undefined ? (unfinished.get(below) ?? []) : [next];
        for (const waiting of pending) this.raceBetween(step, waiting);
      }
    });
  }

  private raceBetween(step: Step, waiting: Step): void {
    for (const b of step.accesses)
      waiting.accesses.forEach((a, n) => {
        // A read-modify-write in one step counts as a write.
        const isPartOfWrite =
          a.operation === 'R' && waiting.accesses.some((w) => w.operation === 'W' && sameBytes(a, w));
        if (isPartOfWrite || (a.operation === 'R' && b.operation === 'R')) return;
        const common = bytesOf(a).filter((byte) => touches(b, a.object, byte));
        const kind = this.onlyByCompiler(step, b, waiting, a) ? 'missing-volatile' : 'race';
        for (const { from, to } of runsOf(common)) this.reportAt(kind, '', waiting.objects[n]!, from, to, [b, a]);
      });
  }

  /** The machine does both in one step, and one of them is as plain as any other to the compiler. */
  private onlyByCompiler(first: Step, a: AccessEvent, second: Step, b: AccessEvent): boolean {
    if (first.whole !== undefined || second.whole !== undefined) return false;
    const instructions = [a, b].map((e) => this.program.module.instructions[e.instruction]!);
    const isAtomic = (i: Instruction): boolean =>
      i.op === 'atomicrmw' || i.op === 'cmpxchg' || ('ordering' in i && i.ordering !== undefined);
    const isOne = instructions.every((i) => i.op === 'load' || i.op === 'store' || isAtomic(i));
    return isOne && !instructions.every((i) => isAtomic(i) || ('volatile' in i && i.volatile));
  }

  /**
   * Between the first and the last piece of one access, others conflict with bytes that are done and with bytes that
   * are still to come: its value is of two minds. Each conflicting access from the one on that completes this is a
   * finding.
   */
  private lookForTorn(steps: readonly Step[]): void {
    steps.forEach((first, i) => {
      const { whole } = first;
      if (whole === undefined || steps.some((s, n) => n < i && s.whole?.id === whole.id)) return;
      const a = first.accesses[0]!;
      const done = new Set<number>();
      let [meetsDone, meetsRest] = [false, false];
      for (const step of steps.slice(i)) {
        if (step.whole?.id === whole.id) {
          for (const byte of bytesOf(step.accesses[0]!)) done.add(byte);
          if (done.size === whole.size) return;
          continue;
        }
        for (const b of step.accesses) {
          if (a.operation === 'R' && b.operation === 'R') continue;
          const common = bytesOf(b).filter(
            (byte) => b.object === a.object && byte >= whole.offset && byte < whole.offset + whole.size,
          );
          if (common.length === 0) continue;
          if (common.some((byte) => done.has(byte))) meetsDone = true;
          if (common.some((byte) => !done.has(byte))) meetsRest = true;
          if (!meetsDone || !meetsRest) continue;
          for (const { from, to } of runsOf(common))
            this.reportAt('torn-access', '', first.objects[0]!, from, to, [b, a]);
        }
      }
    });
  }

  /** `from` to `to`: the bytes that all of the accesses share. */
  private reportAt(
    kind: string,
    pattern: string,
    info: ObjectInfo,
    from: number,
    to: number,
    events: readonly AccessEvent[],
  ): void {
    const name = this.name(info, events[0]!.object, from, to);
    const key = `${kind} ${pattern} ${events.map((e) => this.siteKey(e)).join(' ')} ${name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const places = events.map((e) => this.place(e.instruction, e.operation, e.function));
    this.report(kind, pattern, name, places);
  }

  /** An instruction as one context performs it. */
  private siteKey(e: AccessEvent): string {
    return `${e.operation}${this.site(e.instruction, e.function).number}.${e.context}`;
  }

  private report(kind: string, pattern: string, variable: string, places: readonly Place[]): void {
    const pair = places.map((p) => p.at).join(' ');
    this.findings.set(identity(kind, pattern, variable, places), { kind, pair });
  }

  private site(instruction: InstructionId, name: string): Place & { readonly number: number } {
    let site = this.sites.get(instruction);
    if (site === undefined) {
      const fn = this.program.module.functions.get(name)!;
      const place = this.program.module.units[fn.unit]?.debug.location(
        this.program.module.instructions[instruction]!.debug,
      )?.place;
      const at = `${place?.line ?? 0}:${place?.column ?? 0}`;
      this.sites.set(instruction, (site = { operation: 'R', at, function: fn.sourceName, number: this.sites.size }));
    }
    return site;
  }

  private place(instruction: InstructionId, operation: 'R' | 'W', name: string): Place {
    const { at, function: fn } = this.site(instruction, name);
    return { operation, at, function: fn };
  }

  /** `a1[]`, `s2.x`: the same for all elements. */
  private name(info: ObjectInfo, object: number, from: number, to: number): string {
    let names = this.names.get(info);
    if (names === undefined) this.names.set(info, (names = new Map()));
    if (object === 0) return `*(0x${(from - (from % REGISTER_SPACING)).toString(16)})`;
    const range = `${from}..${to}`;
    let name = names.get(range);
    if (name === undefined) {
      const type = this.types.get(info.site ?? object);
      name = info.name + (type === undefined ? '' : accessPath(type, from, to - from, { generic: true }));
      names.set(range, name);
    }
    return name;
  }
}

/** Ascending bytes as ranges without gaps. */
function runsOf(bytes: readonly number[]): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const byte of bytes) {
    const last = runs[runs.length - 1];
    if (last?.to === byte) last.to++;
    else runs.push({ from: byte, to: byte + 1 });
  }
  return runs;
}

function sameBytes(a: AccessEvent, b: AccessEvent): boolean {
  return a.object === b.object && a.offset === b.offset && a.size === b.size;
}
