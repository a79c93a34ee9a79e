// Calls of libatomic, which clang makes where the target has no instruction for an atomic access: `__atomic_load_2`,
// `__atomic_fetch_add_4`, `__atomic_compare_exchange_2`, `__atomic_store(size, …)`. They become the atomic instructions
// that they stand for; those of any size, copies in an atomic section. A program that defines one itself means its own.

import { type Call, type Instruction, unnumbered } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { mapEach } from '../ir/operand.js';
import type { FunctionType, IntType, StructType, Type } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';

const byName = /^__atomic_(load|store|exchange|compare_exchange|fetch_(?:add|sub|and|or|xor|nand))_(1|2|4|8)$/;
const ofAnySize = /^__atomic_(load|store|exchange)$/;
const nothing: FunctionType = { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false };
const bit: IntType = { kind: 'int', bits: 1 };

/** The module itself where there are none. */
export function withAtomicCalls(module: IrModule): IrModule {
  const isOpen = (fn: IrFunction): boolean => fn.blocks.length === 0 && fn.problems.length === 0;
  const open = [...module.functions.values()].filter((fn) => isOpen(fn) && /^__atomic_/.test(fn.name));
  const names = new Set(open.map((fn) => fn.name).filter((name) => byName.test(name) || ofAnySize.test(name)));
  if (names.size === 0) return module;
  const declared = new Map<string, IrFunction>();
  const functions = new Map(module.functions);
  for (const [name, fn] of module.functions) functions.set(name, new Rewriting(fn, names, declared).rewritten());
  for (const [name, fn] of declared) if (!functions.has(name)) functions.set(name, fn);
  return { ...module, functions };
}

class Rewriting {
  private registers: number;

  constructor(
    private readonly fn: IrFunction,
    private readonly names: ReadonlySet<string>,
    private readonly declared: Map<string, IrFunction>,
  ) {
    this.registers = fn.registerCount;
  }

  rewritten(): IrFunction {
    const { fn } = this;
    const blocks = mapEach(fn.blocks, (block) => {
      const instructions = block.instructions.flatMap((i) => this.instruction(i));
      return instructions.length === block.instructions.length &&
        instructions.every((i, n) => i === block.instructions[n])
        ? block
        : { ...block, instructions };
    });
    return blocks === fn.blocks ? fn : { ...fn, blocks, registerCount: this.registers };
  }

  private instruction(i: Instruction): readonly Instruction[] {
    if (i.op !== 'call' || i.callee.kind !== 'global' || !this.names.has(i.callee.name)) return [i];
    const [, what, bytes] = byName.exec(i.callee.name) ?? [];
    if (what === undefined) return this.section(i, ofAnySize.exec(i.callee.name)![1]!) ?? [i];
    return this.access(i, what, Number(bytes)) ?? [i];
  }

  private register(type: Type): Register {
    return { kind: 'register', index: this.registers++, type };
  }

  private access(i: Call, what: string, bytes: number): readonly Instruction[] | undefined {
    const [address, second, third] = i.arguments;
    if (address?.type.kind !== 'pointer') return undefined;
    const type: IntType = { kind: 'int', bits: 8 * bytes };
    const isWord = (operand: Operand | undefined): operand is Operand =>
      operand?.type.kind === 'int' && operand.type.bits === type.bits;
    const common = { id: unnumbered, debug: i.debug, address, volatile: false, align: bytes } as const;
    const result = i.result ?? this.register(what === 'compare_exchange' ? bit : type);
    switch (what) {
      case 'load':
        return [{ op: 'load', ...common, ordering: 'seq_cst', result }];
      case 'store':
        return isWord(second) ? [{ op: 'store', ...common, value: second, ordering: 'seq_cst' }] : undefined;
      case 'compare_exchange': {
        if (second?.type.kind !== 'pointer' || !isWord(third) || result.type.kind !== 'int') return undefined;
        const pair: StructType = { kind: 'struct', packed: false, fields: [type, bit] };
        const [expected, both, before, isDone] = [type, pair, type, bit].map((t) => this.register(t)) as [
          Register,
          Register,
          Register,
          Register,
        ];
        const plain = { id: unnumbered, debug: i.debug } as const;
        return [
          { op: 'load', ...common, address: second, result: expected },
          {
            op: 'cmpxchg',
            ...common,
            expected,
            replacement: third,
            weak: false,
            success: 'seq_cst',
            failure: 'seq_cst',
            result: both,
          },
          { op: 'extractvalue', ...plain, aggregate: both, path: [0], result: before },
          // Where it was what was expected, the same again.
          { op: 'store', ...common, address: second, value: before },
          ...this.success(i, both, isDone, result),
        ];
      }
      default: {
        if (!isWord(second)) return undefined;
        const operation = what === 'exchange' ? 'xchg' : what.replace('fetch_', '');
        return [{ op: 'atomicrmw', ...common, operation, value: second, ordering: 'seq_cst', result }];
      }
    }
  }

  /** As wide as the caller wants to know it. */
  private success(i: Call, both: Register, isDone: Register, result: Register): readonly Instruction[] {
    const plain = { id: unnumbered, debug: i.debug } as const;
    const extract = { op: 'extractvalue', ...plain, aggregate: both, path: [1] } as const;
    if (result.type.kind === 'int' && result.type.bits === 1) return [{ ...extract, result }];
    return [
      { ...extract, result: isDone },
      { op: 'zext', ...plain, value: isDone, flags: 0, result },
    ];
  }

  /** `load(size, from, to)`, `store(size, to, from)`, `exchange(size, at, from, to)`. */
  private section(i: Call, what: string): readonly Instruction[] | undefined {
    const [size, first, second, third] = i.arguments;
    if (size?.kind !== 'int' || first?.type.kind !== 'pointer' || second?.type.kind !== 'pointer') return undefined;
    const copies: (readonly [Operand, Operand])[] =
      what === 'load'
        ? [[second, first]]
        : what === 'store'
          ? [[first, second]]
          : third?.type.kind === 'pointer'
            ? [
                [third, first],
                [first, second],
              ]
            : [];
    if (copies.length === 0) return undefined;
    return [
      this.call(i, 'preempt_atomic_begin', []),
      ...copies.map(([to, from]) => this.call(i, 'memcpy', [to, from, size])),
      this.call(i, 'preempt_atomic_end', []),
    ];
  }

  private call(site: Call, name: string, values: readonly Operand[]): Call {
    const { addressSpace, unit } = this.fn;
    const functionType: FunctionType = { ...nothing, parameters: values.map((v) => v.type) };
    this.declared.set(name, {
      name,
      sourceName: name,
      unit,
      linkage: 'external',
      type: functionType,
      addressSpace,
      attributes: new Map(),
      parameters: functionType.parameters.map((type, index) => ({ kind: 'register', index, type })),
      registerCount: values.length,
      blocks: [],
      debug: -1,
      problems: [],
    });
    const callee: Operand = { kind: 'global', type: { kind: 'pointer', addressSpace }, name };
    return { op: 'call', id: unnumbered, debug: site.debug, callee, arguments: values, functionType, noReturn: false };
  }
}
