// A function, or one of its loops, as JavaScript with structured control flow: labelled blocks and loops from the
// dominator tree. N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured Control
// Flow", ICFP 2022. Registers are local variables. Wherever the code cannot go on by itself it writes the living ones
// back and says where it is; steps are counted exactly as the interpreter counts them.

import { InternalError } from '../../base/internal-error.js';
import { isTerminator } from '../../ir/control-flow.js';
import type { Compare, Instruction, Phi, Terminator } from '../../ir/instruction.js';
import { resultOf } from '../../ir/operand.js';
import type { IntType, Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { fromBigInt } from '../memory/value.js';
import { constantText, NotCompiled } from './constant-text.js';
import type { Exit } from './context.js';
import { AccessEmitter, addressOf } from './emit-access.js';
import { type CallingCode, emitCall } from './emit-call.js';
import { ExitWriter } from './exit-writer.js';
import { comparison, computation } from './expression.js';
import type { FunctionInfo } from './function-info.js';
import type { IdleLoops } from './idle.js';
import { isSupported, literal } from './number-text.js';

export interface Emitted {
  readonly source: string;
  /** Registers that the code reads from its frame. */
  readonly loads: readonly { readonly register: number; readonly type: Type }[];
}

const MAX_NESTING = 150;
const MAX_LOOKUPS = 300;

export class Emitter implements CallingCode {
  readonly isWide: boolean;
  readonly pointerBits: number;
  readonly accesses: AccessEmitter;
  private readonly lines: string[] = [];
  private readonly loads = new Map<number, Type>();
  private nesting = 0;
  private readonly region: ReadonlySet<number>;
  private readonly opaque: Set<number>;
  readonly exits: ExitWriter;

  /** `header`: the loop to write, or undefined for the whole function. */
  constructor(
    readonly info: FunctionInfo,
    private readonly idle: IdleLoops,
    readonly header: number | undefined,
    addExit: (exit: Exit) => number,
    /**
     * Registers that hold arbitrary data: they are kept and copied, and whatever computes with them is left to the
     * interpreter.
     */
    opaque: readonly number[] = [],
  ) {
    this.isWide = info.isWide;
    this.pointerBits = info.machine.program.target.pointerBytes * 8;
    this.accesses = new AccessEmitter(info.machine.program.module.layout, info.isWide);
    this.region = header === undefined ? new Set(info.shape.flow.order) : info.shape.loops.get(header)!;
    this.opaque = new Set(opaque);
    this.exits = new ExitWriter(info, header !== undefined, (register) => this.isOwn(register), addExit);
    if (opaque.length > 0) this.spread();
  }

  /** A phi that may get arbitrary data holds some. */
  private spread(): void {
    for (let size = 0; size < this.opaque.size; ) {
      size = this.opaque.size;
      for (const block of this.region) {
        for (const i of this.info.code.blocks[block]!) {
          if (i.op !== 'phi') break;
          const isOpaque = i.incoming.some(({ value }) => value.kind === 'register' && this.opaque.has(value.index));
          if (isOpaque) this.opaque.add(i.result.index);
        }
      }
    }
  }

  emit(): Emitted {
    const root = this.header ?? 0;
    this.tree(root);
    if (this.accesses.size > MAX_LOOKUPS) throw new NotCompiled();
    const body = this.lines.join('\n').replaceAll('FORGET', this.accesses.forget());
    return this.header === undefined ? this.wholeFunction(body) : this.oneLoop(body, this.header);
  }

  private wholeFunction(body: string): Emitted {
    const { fn } = this.info.code;
    const parameters = fn.parameters.map((p) => `r${p.index}`);
    const own = [...this.info.definitions.keys()].map((r) => `r${r} = 0`);
    const start = `
      const M = X.memory, S = X.seen, serial = X.calls++;
      let fuel = X.fuel | 0, gen = M.generation, pv = -1, t = 0, u = 0, p = 0, a = 0${this.info.hasLocals ? ', locals = []' : ''};
      ${own.length === 0 ? '' : `let ${own.join(', ')};`}
      ${this.accesses.declarations()}
      if (fuel < 0) ${this.exits.text(0, 0, 'fuel', 0)}`;
    const live = new Set(this.info.liveness.before(0, 0, -1));
    const loads = fn.parameters.filter((p) => live.has(p.index)).map((p) => ({ register: p.index, type: p.type }));
    return { source: `return function (${['X', ...parameters].join(', ')}) {${start}\n${body}\n}`, loads };
  }

  private oneLoop(body: string, header: number): Emitted {
    const phis = this.info.phiCount(header);
    for (const r of this.info.liveness.before(header, phis, -1)) {
      if (this.isOwn(r) && !this.loads.has(r)) this.loads.set(r, this.info.definitions.get(r)!.result.type);
    }
    const own = [...this.info.definitions]
      .filter(([r]) => this.isOwn(r) && !this.loads.has(r))
      .map(([r]) => `r${r} = 0`);
    const loaded = [...this.loads.keys()].map((r) => `r${r} = R[${r}]`);
    const variables = [...loaded, ...own];
    // The phis of the first iteration were the interpreter's step.
    const start = `
      const M = X.memory, S = X.seen;
      let fuel = X.fuel + ${phis > 0 ? 1 : 0} | 0, gen = M.generation, t = 0, u = 0, p = 0, a = 0;
      ${variables.length === 0 ? '' : `let ${variables.join(', ')};`}
      ${this.accesses.declarations()}`;
    const loads = [...this.loads]
      .map(([register, type]) => ({ register, type }))
      .filter((l) => !this.opaque.has(l.register));
    return { source: `return function (X, R, pv) {${start}\n${body}\n}`, loads };
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** Registers that this code assigns. */
  private isOwn(register: number): boolean {
    const definition = this.info.definitions.get(register);
    return definition !== undefined && this.region.has(definition.block) && isSupported(definition.result.type);
  }

  text(operand: Operand): string {
    if (operand.kind === 'register' && this.opaque.has(operand.index)) throw new NotCompiled();
    return this.copyText(operand);
  }

  private copyText(operand: Operand): string {
    if (operand.kind !== 'register') return constantText(this.info.machine, operand, this.isWide);
    if (!isSupported(operand.type)) throw new NotCompiled();
    if (this.header !== undefined && !this.isOwn(operand.index)) this.loads.set(operand.index, operand.type);
    return `r${operand.index}`;
  }

  private tree(block: number): void {
    if (++this.nesting > MAX_NESTING) throw new NotCompiled();
    const isHeader = this.info.shape.loops.has(block);
    const phis = this.info.phiCount(block);
    if (isHeader && block !== this.header && this.idle.at(this.info, block) !== undefined) {
      // The interpreter looks whether the loop will ever be left.
      this.line(this.exits.text(block, phis, 'interpreter', phis > 0 ? -1 : 0));
    } else if (isHeader) {
      this.line(`L${block}: for (;;) {`);
      this.line(`if (fuel < 0) ${this.exits.text(block, phis, 'fuel', phis > 0 ? -1 : 0)}`);
      this.within(block, this.mergesBelow(block));
      this.line('}');
    } else this.within(block, this.mergesBelow(block));
    this.nesting--;
  }

  /** Blocks right below in the dominator tree that several edges lead to, the last in order first. */
  private mergesBelow(block: number): number[] {
    const { flow, dominance } = this.info.shape;
    return dominance.children[block]!.filter((child) => this.region.has(child) && this.isMerge(child)).sort(
      (a, b) => flow.position[b]! - flow.position[a]!,
    );
  }

  private isMerge(block: number): boolean {
    const { flow } = this.info.shape;
    let forward = 0;
    for (const before of flow.predecessors[block]!) {
      if (this.region.has(before) && flow.position[before]! < flow.position[block]!) forward++;
    }
    return forward > 1;
  }

  private within(block: number, merges: readonly number[]): void {
    const [last, ...others] = merges;
    if (last === undefined) return this.block(block);
    this.line(`B${last}: {`);
    this.within(block, others);
    this.line('}');
    this.tree(last);
  }

  private block(block: number): void {
    const instructions = this.info.code.blocks[block]!;
    this.line(`fuel = fuel - ${this.exits.stepsOf(block)} | 0;`);
    const { code, machine } = this.info;
    if (machine.coverage.isOpen(code, block)) this.line(`S[${code.firstBlock + block}] = 1;`);
    for (let index = this.info.phiCount(block); index < instructions.length; index++) {
      const i = instructions[index]!;
      const written = this.attempt(() => {
        if (isTerminator(i)) return this.terminator(block, index, i);
        const fused = this.fused(block, index, i);
        if (fused !== undefined) return fused;
        return this.instruction(block, index, i);
      });
      if (written === 'rest') return;
      if (written === 'not compiled') return this.line(this.exits.at(block, index));
    }
    throw new InternalError('a block without an end');
  }

  private attempt(write: () => 'next' | 'rest'): 'next' | 'rest' | 'not compiled' {
    const length = this.lines.length;
    try {
      return write();
    } catch (thrown) {
      if (!(thrown instanceof NotCompiled) || this.lines.length > length) throw thrown;
      return 'not compiled';
    }
  }

  private instruction(block: number, index: number, i: Instruction): 'next' {
    const exit = (reason: Exit['reason'] = 'interpreter'): string => this.exits.at(block, index, reason);
    switch (i.op) {
      case 'fence':
        return 'next';
      case 'load': {
        const text = this.accesses.load(
          i,
          addressOf(this.info, this, i.address, i.result.type),
          `r${i.result.index}`,
          exit(),
          exit('wide'),
        );
        return this.write(text);
      }
      case 'store':
        return this.write(
          this.accesses.store(i, addressOf(this.info, this, i.address, i.value.type), this.text(i.value), exit()),
        );
      case 'call':
        return this.write(emitCall(this, block, index, i));
      case 'alloca': {
        const object = this.header === undefined && block === 0 ? this.info.local(i) : undefined;
        if (object === undefined) throw new NotCompiled();
        const result = `r${i.result.index}`;
        return this.write(
          `if (M.isFull) ${exit()} locals.push(t = M.allocate(${object}, true)); ${result} = t * 4294967296;`,
        );
      }
      default: {
        const how = computation(i, this);
        if (how === undefined) throw new NotCompiled();
        const result = `r${resultOf(i)!.index}`;
        const unless = how.unless === undefined ? '' : `if (${how.unless}) ${exit()} `;
        if (how.accepts === undefined) return this.write(`${unless}${result} = ${how.text};`);
        return this.write(`${unless}t = ${how.text}; if (!(${how.accepts('t')})) ${exit('wide')} ${result} = t;`);
      }
    }
  }

  private write(text: string | undefined): 'next' {
    if (text === undefined) throw new NotCompiled();
    this.line(text);
    return 'next';
  }

  /** A comparison that only the branch behind it uses needs no register. */
  private fused(block: number, index: number, i: Instruction): 'rest' | undefined {
    if (i.op !== 'icmp' && i.op !== 'fcmp') return undefined;
    const branch = this.info.code.blocks[block]![index + 1]!;
    if (branch.op !== 'condbr' || branch.condition.kind !== 'register' || branch.condition.index !== i.result.index)
      return undefined;
    if (
      this.info.uses(i.result.index) !== 1 ||
      this.beginsIteration(branch.whenTrue) ||
      this.beginsIteration(branch.whenFalse)
    )
      return undefined;
    const condition = comparison(i satisfies Compare, this);
    if (condition === undefined) return undefined;
    if (condition.unless !== undefined) this.line(`if (${condition.unless}) ${this.exits.at(block, index)}`);
    this.branch(block, index + 1, condition.text, branch.whenTrue, branch.whenFalse);
    return 'rest';
  }

  private terminator(block: number, index: number, i: Terminator): 'rest' {
    switch (i.op) {
      case 'br':
        this.edge(block, index, i.target);
        return 'rest';
      case 'condbr':
        this.branch(block, index, `${this.text(i.condition)} !== 0`, i.whenTrue, i.whenFalse);
        return 'rest';
      case 'switch': {
        if (i.value.type.kind !== 'int') throw new NotCompiled();
        const { bits } = i.value.type satisfies IntType;
        const value = this.text(i.value);
        const labels = new Map<number, Set<string>>();
        const taken = new Set<bigint>();
        for (const c of i.cases) {
          if (taken.has(c.value)) continue;
          taken.add(c.value);
          if (c.target !== i.otherwise)
            labels.set(
              c.target,
              (labels.get(c.target) ?? new Set()).add(`case ${literal(fromBigInt(bits, c.value))}:`),
            );
        }
        this.line(`switch (${value}) {`);
        for (const [target, cases] of labels) {
          this.line(`${[...cases].join(' ')} {`);
          this.edge(block, index, target);
          this.line('}');
        }
        this.line('default: {');
        this.edge(block, index, i.otherwise);
        this.line('}}');
        return 'rest';
      }
      case 'ret': {
        // In a loop the frame belongs to the interpreter.
        if (this.header !== undefined || this.info.hasVisibleLocals) throw new NotCompiled();
        const value = i.value === undefined ? '0' : this.text(i.value);
        this.line(`X.fuel = fuel; ${this.info.hasLocals ? 'for (const o of locals) M.free(o); ' : ''}return ${value};`);
        return 'rest';
      }
      default:
        throw new NotCompiled();
    }
  }

  private branch(block: number, index: number, condition: string, whenTrue: number, whenFalse: number): void {
    if (whenTrue === whenFalse) return this.edge(block, index, whenTrue);
    this.line(`if (${condition}) {`);
    this.edge(block, index, whenTrue);
    this.line('} else {');
    this.edge(block, index, whenFalse);
    this.line('}');
  }

  /** A jump there is announced by the interpreter, as the beginning of a unit of work. */
  private beginsIteration(target: number): boolean {
    return this.info.code.endless.headers.has(target);
  }

  private edge(from: number, index: number, to: number): void {
    if (this.beginsIteration(to)) return this.line(this.exits.at(from, index));
    const moves = this.region.has(to) ? this.phiMoves(from, to) : undefined;
    if (moves === undefined) return this.line(this.exits.text(to, 0, 'interpreter', 0, from));
    const { flow } = this.info.shape;
    const previous = flow.predecessors[to]!.length > 1 ? `pv = ${from}; ` : '';
    if (moves !== '' || previous !== '') this.line(`${moves}${previous}`);
    if (flow.position[to]! <= flow.position[from]!) this.line(`continue L${to};`);
    else if (this.isMerge(to)) this.line(`break B${to};`);
    else this.tree(to);
  }

  /** All phis read before any is written; undefined where one has no value for compiled code. */
  private phiMoves(from: number, to: number): string | undefined {
    const moves: { readonly to: string; readonly from: string }[] = [];
    for (const i of this.info.code.blocks[to]!.slice(0, this.info.phiCount(to)) as Phi[]) {
      const incoming = i.incoming.find((edge) => edge.block === from);
      if (incoming === undefined) throw new InternalError('a phi without the edge that was taken');
      if (!isSupported(i.result.type)) return undefined;
      try {
        moves.push({ to: `r${i.result.index}`, from: this.copyText(incoming.value) });
      } catch (thrown) {
        if (thrown instanceof NotCompiled) return undefined;
        throw thrown;
      }
    }
    const real = moves.filter((m) => m.to !== m.from);
    const isEntangled = real.some((m, n) => real.some((other, k) => k > n && other.from === m.to));
    if (!isEntangled) return real.map((m) => `${m.to} = ${m.from}; `).join('');
    const read = real.map((m, n) => `x${n} = ${m.from}`).join(', ');
    return `{ const ${read}; ${real.map((m, n) => `${m.to} = x${n};`).join(' ')} } `;
  }
}
