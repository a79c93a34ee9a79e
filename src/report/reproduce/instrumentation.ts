// What makes the program's C a reproducer: calls of ISRs and switches to other threads at the points of the plan, and
// nowhere else; reports of the finding's accesses; and for everything arbitrary what it gave in the execution that was
// found. Masks have no effect. Models of libraries run as they are; what they ask of the machine, the runtime does.

import type { CFile } from '../../emit-c/c-file.js';
import { isScalar, numberText } from '../../emit-c/expression.js';
import type { BlockSteps, EmittedAccess, Instrumentation, OwnEffect } from '../../emit-c/instrumentation.js';
import { commentText, stringText } from '../../emit-c/names.js';
import type { Call, Instruction, Load, Store } from '../../ir/instruction.js';
import { accessedType } from '../../ir/instruction-class.js';
import { pieceOffsets } from '../../machine/stepping/accessed.js';
import { isVisibleEffect } from '../../machine/stepping/effects.js';
import type { Effect, EffectValue } from '../../model/platform.js';
import { accessSize } from './occurrence.js';
import { marksAt, type Plan, pointsAt } from './plan.js';
import { type Mark, NotReproducible, type Recording } from './recorded.js';

export class FoundExecution implements Instrumentation {
  private readonly results = new Map<Instruction, number>();
  private readonly handlers = new Map<string, string>();
  /** Functions that threads begin with, and how many arguments they get. */
  private readonly begins = new Map<string, number>();
  readonly mainLoop = ['next_round();'];
  readonly jumpBack = ['tick();'];

  constructor(
    private readonly file: CFile,
    private readonly recording: Recording,
    private readonly plan: Plan,
  ) {}

  before(i: Instruction, at: string | undefined): readonly string[] {
    const isBlockPiece = i.op === 'call' && at !== undefined;
    return pointsAt(this.plan, i, isBlockPiece ? ['before'] : ['before', 'idle']).map((k) =>
      this.plan.points[k]!.where === 'idle' ? this.whenIdle(k) : this.whenDue(k, at ?? '0'),
    );
  }

  /**
   * Tells that accesses of the finding were made; what is planned behind one comes then: an ISR that is moved behind
   * the last one, or the thread of the other access of a race.
   */
  after({ instruction: i, operation, at, value, isPiece, isMade, isOver }: EmittedAccess): readonly string[] {
    const marks = this.marksAt(i).filter(([, m]) => m.operation === operation && m.isPiece === isPiece);
    const reports = marks.flatMap(([n, m]) =>
      // What was suspended is reported when it is over, whether or not it came to a write.
      (m.position === undefined ? isOver : isMade) ? [`seen(${n}, ${at}, ${value()}); /* (${m.number}) */`] : [],
    );
    const moved = marks.length > 0 ? pointsAt(this.plan, i, ['behind']) : [];
    return [...reports, ...moved.map((k) => this.whenDue(k, at))];
  }

  pieces(i: Load | Store): readonly number[] | undefined {
    const { machine } = this.recording;
    const orders = pointsAt(this.plan, i, ['before']).flatMap((k) => {
      const { pieces } = this.plan.points[k]!;
      return pieces === undefined ? [] : [pieces];
    });
    if (orders.length === 0 && !this.marksAt(i).some(([, m]) => m.isPiece)) return undefined;
    if (!isScalar(accessedType(i))) throw new NotReproducible('a structure that is interrupted half-way');
    if (new Set(orders.map((order) => order.join(' '))).size > 1)
      throw new NotReproducible('one access in pieces of different orders');
    return orders[0] ?? pieceOffsets(machine, i, accessSize(machine, i));
  }

  blockSteps(i: Call): BlockSteps {
    if (this.marksAt(i).length === 0 && pointsAt(this.plan, i, ['before']).length === 0) return 'one';
    return this.recording.separate.has(i) ? 'reads-and-writes' : 'pieces';
  }

  /** The copy that was suspended is over. */
  afterBlock(i: Call): readonly string[] {
    const [k] = pointsAt(this.plan, i, ['before']);
    return this.marksAt(i).flatMap(([n, m]) =>
      m.isBlock && k !== undefined ? [`if (points[${k}].done) seen(${n}, 0, 0); /* (${m.number}) */`] : [],
    );
  }

  deviceRead(i: Load, at: string, size: number): string | undefined {
    return this.recording.results.has(i) ? `read_device(${this.listOf(i)}, ${at}, ${size})` : undefined;
  }

  result(i: Call): string {
    return `input(${this.listOf(i)})`;
  }

  ownEffect(i: Call, effect: Effect, operand: (n: number) => string): OwnEffect | undefined {
    switch (effect.kind) {
      case 'spawn':
        return this.spawned(i, effect, operand);
      case 'atomic-begin':
        return { statements: ['section_begins();'] };
      case 'atomic-end':
        return { statements: ['section_ends();'] };
      case 'block':
        return { statements: ['waits();'] };
      case 'thread-exit':
        return { statements: ['thread_exits();'] };
      case 'self':
        return { statements: [], result: 'this_thread()' };
      case 'in-isr':
        return { statements: [], result: 'is_in_isr()' };
      case 'misuse':
        return { statements: [`misused(${this.file.failure(i)});`] };
      case 'unmodelled':
        return { statements: ['cannot_go_on("something that is not modelled");'] };
      case 'acquired':
      case 'released':
      case 'waits-for':
      case 'thread-priority':
      case 'unknown-thread-priority':
      case 'yield':
      case 'sleep':
        return { statements: [] };
      case 'by-priority':
        return { statements: [], result: this.recording.machine.threads.isByPriority ? '1' : '0' };
      case 'read-thread-priority':
        throw new NotReproducible('the program asks for the priorities of its threads');
      default:
        return undefined;
    }
  }

  /** The function that the thread begins with is the library's, which gets the program's as an argument. */
  private spawned(
    i: Call,
    { runner, entry, parameter }: Extract<Effect, { kind: 'spawn' }>,
    operand: (n: number) => string,
  ): OwnEffect {
    const { machine } = this.recording;
    const begins = runner ?? entry;
    const given = (runner === undefined ? [parameter] : [entry, parameter]).flatMap((v) =>
      v === undefined ? [] : [v],
    );
    const text = (v: EffectValue): string => (typeof v === 'number' ? String(v) : operand(v.argument));
    if (runner === undefined) {
      for (const c of machine.program.contexts) if (c.kind === 'thread') this.mayBegin(c.function, given.length);
    } else {
      const constant = typeof runner === 'number' ? undefined : i.arguments[runner.argument]!;
      if (constant?.kind !== 'global') throw new NotReproducible('a thread that begins with a function of a variable');
      this.mayBegin(constant.name, given.length);
    }
    const [first = '0', second = '0'] = given.map(text);
    return { statements: [], result: `start_thread(${text(begins)}, ${first}, ${second})` };
  }

  private mayBegin(symbol: string, count: number): void {
    this.begins.set(symbol, count);
    // Mentioned now, it is written like all others.
    this.file.functionName(symbol);
  }

  /** What runs a thread, by the function that it begins with. */
  threadCases(): readonly string[] {
    return [...this.begins].map(([symbol, count]) => {
      const values = ['self->first', 'self->second'].slice(0, count).join(', ');
      return `case ${this.file.layout.addressName(symbol)}: ${this.file.functionName(symbol)}(${values}); break;`;
    });
  }

  platformCall(effects: readonly Effect[], called: string): readonly string[] {
    if (!effects.some(isVisibleEffect)) return [];
    return [`/* ${commentText(called)}: interrupts come only where the finding has them */`];
  }

  unknownCall(name: string): readonly string[] {
    return [`/* ${commentText(name)}() has no body: it gives what it gave when the finding was made */`];
  }

  whenIdle(point: number): string {
    return `if (idle(${point})) ${this.happening(point)}`;
  }

  /** When a thread has ended. */
  whenEnded(point: number): string {
    return `if (at_end(${point})) ${this.happening(point)}`;
  }

  private whenDue(point: number, at: string): string {
    return `if (due(${point}, ${at})) ${this.happening(point)}`;
  }

  private marksAt(i: Instruction): readonly (readonly [n: number, mark: Mark])[] {
    return marksAt(this.plan, i).map((n) => [n, this.plan.marks[n]!]);
  }

  private happening(point: number): string {
    const { happens, orders, at } = this.plan.points[point]!;
    const count = at === undefined || at.count === 1 ? '' : `, time ${at.count}`;
    if (happens.kind === 'switch')
      return `switch_to(${happens.to}); /* <<< ${commentText(happens.name)} goes on${count} */`;
    if (happens.kind === 'deadlock') return `everybody_waits(); /* <<< nobody goes on${count} */`;
    const { isr } = happens;
    const why = orders === 'BEFORE' || orders === 'AFTER' ? 'only to compare' : `<<< the interrupt comes here${count}`;
    return `interrupt(${this.handler(isr.entry ?? isr.function)}, ${stringText(isr.name)}, ${isr.id}); /* ${why} */`;
  }

  /** A function without arguments that runs the handler. */
  private handler(symbol: string): string {
    const fn = this.recording.machine.program.module.functions.get(symbol)!;
    const name = this.file.functionName(symbol);
    if (fn.parameters.length === 0 && fn.type.returns.kind === 'void') return name;
    const known = this.handlers.get(symbol);
    if (known !== undefined) return known;
    const wrapper = this.file.names.pick(`run_${name}`);
    this.handlers.set(symbol, wrapper);
    return wrapper;
  }

  /** Of handlers that have arguments. */
  wrappers(): readonly string[] {
    return [...this.handlers].map(([symbol, wrapper]) => {
      const fn = this.recording.machine.program.module.functions.get(symbol)!;
      const values = fn.parameters.map((p, n) =>
        p.type.kind === 'pointer'
          ? '0'
          : numberText(this.recording.handlerArguments.get(`${n} ${fn.sourceName}`) ?? 0n),
      );
      return `static void ${wrapper}(void)\n{\n    ${this.file.functionName(symbol)}(${values.join(', ')});\n}`;
    });
  }

  /** The number of the list of values that an instruction gave. */
  private listOf(i: Instruction): number {
    let n = this.results.get(i);
    if (n === undefined) this.results.set(i, (n = this.results.size));
    return n;
  }

  resultTables(): string {
    const given = [...this.results].map(([i, n]) => ({ n, values: this.recording.results.get(i) ?? [] }));
    return [
      '/* What device registers, functions without a body and everything arbitrary gave, in order; 0 behind the last. */',
      ...given.map(
        ({ n, values }) =>
          `static const uint64_t values_${n}[] = { ${[...values, 0n].map((v) => numberText(v)).join(', ')} };`,
      ),
      'static struct inputs { const uint64_t *values; uint32_t count, used; } inputs[] = {',
      ...given.map(({ n, values }) => `    { values_${n}, ${values.length}, 0 },`),
      '    { 0, 0, 0 },',
      '};',
      `enum { INPUTS = ${given.length} };`,
    ].join('\n');
  }
}
