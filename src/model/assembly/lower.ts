// Inline assembly is executed, not matched: statements become the IR that they mean, loads, stores, branches and single
// instructions whose effect on interrupts the pack tells, so that no analysis and no engine needs to know of them.
// Statements with an instruction that nobody knows stay as they are, with its name; where one is reached the verdict is
// `unknown`. Bounded by what ./instruction-set.ts asks of each family: docs/assembly.md.

import { type CallBranch, type CallInstruction, type Instruction, unnumbered } from '../../ir/instruction.js';
import type { Block, GlobalVariable, IrFunction, IrModule } from '../../ir/module.js';
import { numberRegisters } from '../../ir/number-registers.js';
import type { Operand } from '../../ir/value.js';
import { annotationsOf } from '../annotations.js';
import { forDevice } from '../device-variant.js';
import { effectsOfAssembly } from '../known-calls.js';
import type { Platform } from '../platform.js';
import { arm } from './arm.js';
import { avr } from './avr.js';
import { type BlockDraft, CodeWriter, intType, pointerType } from './code-writer.js';
import { AssemblyEmitter, type AssemblySurroundings } from './emitter.js';
import { monitorName } from './exclusive.js';
import type { InstructionSet } from './instruction-set.js';
import { msp430 } from './msp430.js';
import { riscv } from './riscv.js';
import { resultValue, StatementLowering } from './statement.js';
import { UnknownInstruction } from './unknown-instruction.js';

const sets: readonly (readonly [RegExp, InstructionSet])[] = [
  [/^avr/, avr],
  [/^(?:thumb|arm)/, arm],
  [/^riscv64/, riscv(64)],
  [/^riscv/, riscv(32)],
  [/^msp430/, msp430],
];

/** The module itself where there is no assembly. */
export function lowerAssembly(module: IrModule, chosen: Platform): IrModule {
  const set = sets.find(([triple]) => triple.test(module.triple))?.[1];
  if (set === undefined) return module;
  const platform = forDevice(module, chosen);
  const naked = new Set(annotationsOf(module).flatMap((a) => (a.text === 'preempt.naked' ? [a.symbol] : [])));
  const functions = new Map(module.functions);
  const globals = new Map(module.globals);
  let statements = 0;
  for (const [name, fn] of module.functions) {
    if (!fn.blocks.some((block) => block.instructions.some(isAssembly))) continue;
    const isNaked = naked.has(name) || fn.attributes.has('naked');
    const lowering = new FunctionLowering(module, platform, set, fn, isNaked, statements);
    functions.set(name, lowering.lower());
    statements += lowering.statements;
    for (const [declared, type] of lowering.declared)
      if (!functions.has(declared)) functions.set(declared, declaration(declared, type, fn));
    if (lowering.usesMonitor && !globals.has(monitorName)) globals.set(monitorName, monitor(fn.unit));
  }
  return { ...module, functions, globals };
}

function isAssembly(i: Instruction): i is CallInstruction & { readonly callee: { readonly kind: 'assembly' } } {
  return (i.op === 'call' || i.op === 'callbr') && i.callee.kind === 'assembly';
}

type AssemblyCall = CallInstruction & { readonly callee: { readonly kind: 'assembly' } };

class FunctionLowering {
  statements = 0;
  usesMonitor = false;
  private readonly code: CodeWriter;
  private readonly lowered = new Map<Instruction, StatementLowering>();
  private readonly unknown = new Map<Instruction, string>();
  /** Without prologue and without C: registers hold what they held at the call, and from one statement to the next. */
  private readonly isNaked: boolean;
  private readonly tails: number[] = [];
  private readonly replaced: (Operand | undefined)[] = [];

  constructor(
    private readonly module: IrModule,
    private readonly platform: Platform,
    private readonly set: InstructionSet,
    private readonly fn: IrFunction,
    private readonly mayLeave: boolean,
    private readonly first: number,
  ) {
    const drafts: BlockDraft[] = fn.blocks.map(({ name }) => ({ name, instructions: [] }));
    this.code = new CodeWriter(fn, drafts, fn.registerCount, module.layout.pointerSize(0) * 8);
    this.isNaked = mayLeave && isAssemblyOnly(fn);
  }

  get declared() {
    return this.code.declared;
  }

  lower(): IrFunction {
    this.look();
    const { code, fn } = this;
    for (const [b, block] of fn.blocks.entries()) {
      code.current = code.drafts[b]!;
      if (b === 0 && this.isNaked) this.enter();
      for (const i of block.instructions) this.instruction(i);
      this.tails[b] = code.drafts.indexOf(code.current);
    }
    code.finish();
    const blocks = code.drafts.map(
      ({ name, instructions }): Block => ({ name, instructions: this.closed(instructions) }),
    );
    const rewritten = { ...fn, blocks, registerCount: code.registerCount };
    const bodies = blocks.map((block) => block.instructions.map((i) => this.withTails(i)));
    return numberRegisters(
      rewritten,
      bodies,
      this.replaced.map((value) => value && this.resolved(value)),
    );
  }

  /** Blocks that nothing ends: behind a statement that never comes to its end. */
  private closed(instructions: readonly Instruction[]): readonly Instruction[] {
    return instructions.length > 0 ? instructions : [{ op: 'unreachable', id: unnumbered, debug: -1 }];
  }

  /** First of all which statements are known, and how deep the stack is before each. */
  private look(): void {
    const { fn } = this;
    for (const block of fn.blocks) for (const i of block.instructions) if (isAssembly(i)) this.prepare(i);
    const deltas = new Map<Instruction, number>();
    const attempt = (i: Instruction, depth: number): void => {
      const lowering = this.lowered.get(i);
      if (lowering === undefined) return;
      try {
        deltas.set(i, lowering.look(depth, this.code));
      } catch (thrown) {
        this.refuse(i, thrown);
      }
    };
    for (const i of [...this.lowered.keys()]) attempt(i, 0);
    const depths: (number | undefined)[] = [0];
    const before = new Map<Instruction, number>();
    const open = [0];
    let isBalanced = true;
    for (let b = open.pop(); b !== undefined; b = open.pop()) {
      let depth = depths[b]!;
      for (const i of fn.blocks[b]!.instructions) {
        before.set(i, depth);
        depth += deltas.get(i) ?? 0;
        if (depth < 0 || (i.op === 'ret' && depth !== 0)) isBalanced = false;
      }
      if (!isBalanced) break;
      for (const next of targetsOf(fn.blocks[b]!.instructions.at(-1)!)) {
        if (depths[next] !== undefined && depths[next] !== depth) isBalanced = false;
        else if (depths[next] === undefined) {
          depths[next] = depth;
          open.push(next);
        }
      }
    }
    for (const [i, delta] of deltas) {
      if (!isBalanced && delta !== 0)
        this.refuse(i, new UnknownInstruction(delta > 0 ? 'push without pop' : 'pop without push'));
      else attempt(i, before.get(i) ?? 0);
    }
  }

  private prepare(i: AssemblyCall): void {
    if (i.callee.text.trim() === '' && i.result === undefined) return;
    const labels = i.op === 'callbr' ? i.targets : [];
    if (labels.some((b) => this.fn.blocks[b]!.instructions[0]?.op === 'phi')) return;
    try {
      const statement = {
        site: i,
        assembly: i.callee,
        set: this.set,
        around: this.surroundings(),
        isNaked: this.isNaked,
        labels,
      };
      this.lowered.set(i, new StatementLowering(statement, this.first + this.statements++));
    } catch (thrown) {
      this.refuse(i, thrown);
    }
  }

  private refuse(i: Instruction, thrown: unknown): void {
    if (!(thrown instanceof UnknownInstruction)) throw thrown;
    this.lowered.delete(i);
    this.unknown.set(i, thrown.text);
  }

  private surroundings(): AssemblySurroundings {
    const { module, fn, platform } = this;
    const effects = (text: string) =>
      effectsOfAssembly(platform, { kind: 'assembly', text, constraints: '', sideEffect: true });
    const sreg = platform.registers.flatMap((r) => (r.kind === 'mask' && r.name === 'SREG' ? [r.address] : []));
    return {
      knows: (text) => effects(text) !== undefined,
      pack: (text) => {
        const known = effects(text);
        if (known === undefined || text === '' || text.startsWith('.')) return undefined;
        const used = [...JSON.stringify(known).matchAll(/"argument":(\d+)/g)].map((m) => Number(m[1]) + 1);
        return { arguments: Math.max(0, ...used), hasResult: known.some((e) => /^read-|nondet/.test(e.kind)) };
      },
      symbol: (name) => symbolOf(module, fn, name),
      callee: (name) => {
        const found = symbolOf(module, fn, name);
        return found?.kind === 'global' ? module.functions.get(found.name) : undefined;
      },
      monitor: () => {
        this.usesMonitor = true;
        return { kind: 'global', type: pointerType, name: monitorName };
      },
      ioBase: Math.min(0x5f, ...sreg) - 0x3f,
      clobbersMemory: false,
      target: module.triple,
      ...(this.mayLeave ? { leave: (e: AssemblyEmitter) => this.leave(e) } : {}),
    };
  }

  private leave(e: AssemblyEmitter): void {
    const { returns } = this.fn.type;
    const bits = returns.kind === 'int' ? returns.bits : this.code.pointerBits;
    const isGiven = returns.kind !== 'void' && this.isNaked;
    const value = isGiven ? this.set.leave(e, bits) : undefined;
    if (value === undefined && returns.kind !== 'void') throw new UnknownInstruction('a return of such a value');
    const given = value === undefined ? {} : { value: e.code.toType(value, returns) };
    e.code.add({ op: 'ret', id: unnumbered, debug: e.code.debug, ...given });
  }

  /** Parameters of a naked function are where the calling convention puts them. */
  private enter(): void {
    const facts = [
      {
        reads: new Set<string>(),
        writes: new Set<string>(),
        next: new Set<number>(),
        depth: 0,
        live: new Set<string>(),
      },
    ];
    const e = new AssemblyEmitter(
      this.code,
      this.surroundings(),
      facts,
      () => 0,
      () => undefined,
      true,
    );
    const isTold = this.set.enter(e, this.fn.parameters);
    if (isTold) e.flush(true);
  }

  private instruction(i: Instruction): void {
    const { code } = this;
    const lowering = this.lowered.get(i);
    if (lowering === undefined) {
      const unknown = this.unknown.get(i);
      code.add(
        unknown === undefined || !isAssembly(i) ? i : ({ ...i, callee: { ...i.callee, unknown } } as Instruction),
      );
      return;
    }
    const site = i as AssemblyCall;
    code.debug = site.debug;
    const values = lowering.write(code);
    const value = resultValue(code, site, values);
    if (site.result !== undefined && value !== undefined) this.replaced[site.result.index] = value;
    if (site.op === 'callbr') code.goto((site as CallBranch).fallThrough);
  }

  /** A value that was replaced by another statement's. */
  private resolved(value: Operand): Operand {
    let current = value;
    for (let steps = 0; current.kind === 'register' && steps < 10_000; steps++) {
      const next: Operand | undefined = this.replaced[current.index];
      if (next === undefined) break;
      current = next;
    }
    return current;
  }

  private withTails(i: Instruction): Instruction {
    if (i.op !== 'phi') return i;
    return { ...i, incoming: i.incoming.map(({ value, block }) => ({ value, block: this.tails[block] ?? block })) };
  }
}

/** But for what clang does with parameters. */
function isAssemblyOnly({ blocks }: IrFunction): boolean {
  const isPrologue = (i: Instruction): boolean =>
    ['alloca', 'ret', 'unreachable', 'br', 'debug-declare', 'debug-value'].includes(i.op) ||
    (i.op === 'store' && i.address.kind === 'register') ||
    (i.op === 'load' && i.address.kind === 'register' && !i.volatile);
  return blocks.every(({ instructions }) => instructions.every((i) => isPrologue(i) || isAssembly(i)));
}

function targetsOf(last: Instruction): readonly number[] {
  switch (last.op) {
    case 'br':
      return [last.target];
    case 'condbr':
      return [last.whenTrue, last.whenFalse];
    case 'switch':
      return [last.otherwise, ...last.cases.map((c) => c.target)];
    case 'indirectbr':
      return last.targets;
    case 'invoke':
      return [last.normal, last.unwind];
    case 'callbr':
      return [last.fallThrough, ...last.targets];
    default:
      return [];
  }
}

/** A name as the text has it: one of the same file first. */
function symbolOf({ globals, functions }: IrModule, { unit }: IrFunction, name: string): Operand | undefined {
  const isIt = (g: { readonly sourceName: string; readonly unit: number; readonly linkage: string }): boolean =>
    g.sourceName === name && (g.unit === unit || g.linkage !== 'internal');
  const variable: GlobalVariable | IrFunction | undefined =
    [...globals.values()].find((g) => isIt(g) && g.unit === unit) ??
    [...globals.values()].find(isIt) ??
    [...functions.values()].find(isIt);
  if (variable === undefined) return undefined;
  return { kind: 'global', type: { kind: 'pointer', addressSpace: variable.addressSpace }, name: variable.name };
}

function declaration(name: string, type: IrFunction['type'], { unit, addressSpace }: IrFunction): IrFunction {
  return {
    name,
    sourceName: name,
    unit,
    linkage: 'external',
    type,
    addressSpace,
    attributes: new Map(),
    parameters: type.parameters.map((parameter, index) => ({ kind: 'register', index, type: parameter })),
    registerCount: type.parameters.length,
    blocks: [],
    debug: -1,
    problems: [],
  };
}

function monitor(unit: number): GlobalVariable {
  const type = intType(8);
  return {
    name: monitorName,
    sourceName: 'the exclusive monitor',
    unit,
    linkage: 'internal',
    type,
    addressSpace: 0,
    constant: false,
    threadLocal: false,
    initializer: { kind: 'zero', type },
    align: 1,
    debug: -1,
  };
}
