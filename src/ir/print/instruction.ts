// Instructions as text, one line each, in LLVM's own spelling. What only names things for people, debug records and
// locations, is not part of it.

import { assertNever } from '../../base/internal-error.js';
import { type BlockIndex, type CallInstruction, Flag, type GetElementPtr, type Instruction } from '../instruction.js';
import type { DataLayout } from '../layout.js';
import type { Operand } from '../value.js';
import { type Index, indicesOf, madeUp } from './address.js';
import type { ConstantPrinter } from './constant.js';
import { stringText } from './name.js';
import type { TypePrinter } from './type.js';

const arithmeticFlags = ['nuw', 'nsw', 'exact', 'nneg', 'disjoint', 'samesign'] as const;

export class InstructionPrinter {
  constructor(
    private readonly types: TypePrinter,
    private readonly constants: ConstantPrinter,
    private readonly layout: DataLayout,
    /** Of a block of the function. */
    private readonly label: (block: BlockIndex) => string,
  ) {}

  /** Undefined for a debug record. */
  text(i: Instruction): string | undefined {
    const body = this.body(i);
    if (body === undefined) return undefined;
    return 'result' in i && i.result !== undefined ? `%r${i.result.index} = ${body}` : body;
  }

  operand(operand: Operand): string {
    return operand.kind === 'register' ? `%r${operand.index}` : this.constants.text(operand);
  }

  typed(operand: Operand): string {
    return `${this.types.text(operand.type)} ${this.operand(operand)}`;
  }

  private body(i: Instruction): string | undefined {
    switch (i.op) {
      case 'fneg':
      case 'freeze':
        return `${i.op} ${this.typed(i.value)}`;
      case 'icmp':
      case 'fcmp':
        return `${i.op} ${i.predicate} ${this.typed(i.left)}, ${this.operand(i.right)}`;
      case 'select':
        return `select ${this.typed(i.condition)}, ${this.typed(i.whenTrue)}, ${this.typed(i.whenFalse)}`;
      case 'phi': {
        const list = i.incoming.map(({ value, block }) => `[ ${this.operand(value)}, %${this.label(block)} ]`);
        return `phi ${this.types.text(i.result.type)} ${list.join(', ')}`;
      }
      case 'alloca': {
        const space = i.result.type.kind === 'pointer' ? i.result.type.addressSpace : 0;
        const where = space === 0 ? '' : `, addrspace(${space})`;
        return `alloca ${this.types.text(i.allocated)}, ${this.typed(i.count)}, align ${i.align}${where}`;
      }
      case 'load': {
        const type = this.types.text(i.result.type);
        return `load${kindOf(i)} ${type}, ${this.typed(i.address)}${orderOf(i)}, align ${i.align}`;
      }
      case 'store':
        return `store${kindOf(i)} ${this.typed(i.value)}, ${this.typed(i.address)}${orderOf(i)}, align ${i.align}`;
      case 'getelementptr':
        return this.address(i);
      case 'extractvalue':
        return `extractvalue ${this.typed(i.aggregate)}, ${i.path.join(', ')}`;
      case 'insertvalue':
        return `insertvalue ${this.typed(i.aggregate)}, ${this.typed(i.value)}, ${i.path.join(', ')}`;
      case 'extractelement':
        return `extractelement ${this.typed(i.vector)}, ${this.typed(i.index)}`;
      case 'insertelement':
        return `insertelement ${this.typed(i.vector)}, ${this.typed(i.value)}, ${this.typed(i.index)}`;
      case 'shufflevector': {
        const lanes = i.mask.map((lane) => (lane < 0 ? 'i32 poison' : `i32 ${lane}`)).join(', ');
        return `shufflevector ${this.typed(i.left)}, ${this.typed(i.right)}, <${i.mask.length} x i32> <${lanes}>`;
      }
      case 'cmpxchg': {
        const flags = `${i.weak ? ' weak' : ''}${i.volatile ? ' volatile' : ''}`;
        const values = `${this.typed(i.address)}, ${this.typed(i.expected)}, ${this.typed(i.replacement)}`;
        return `cmpxchg${flags} ${values} ${i.success} ${i.failure}, align ${i.align}`;
      }
      case 'atomicrmw': {
        const flags = i.volatile ? ' volatile' : '';
        const values = `${this.typed(i.address)}, ${this.typed(i.value)}`;
        return `atomicrmw${flags} ${i.operation} ${values} ${i.ordering}, align ${i.align}`;
      }
      case 'fence':
        return `fence ${i.singleThread ? 'syncscope("singlethread") ' : ''}${i.ordering}`;
      case 'va_arg':
        return `va_arg ${this.typed(i.list)}, ${this.types.text(i.result.type)}`;
      case 'landingpad':
        return `landingpad ${this.types.text(i.result.type)} cleanup`;
      case 'debug-declare':
      case 'debug-value':
        return undefined;
      case 'call':
        return `call ${this.call(i)}`;
      case 'invoke':
        return `invoke ${this.call(i)} to label %${this.label(i.normal)} unwind label %${this.label(i.unwind)}`;
      case 'callbr':
        return `callbr ${this.call(i)} to label %${this.label(i.fallThrough)} [${this.labels(i.targets)}]`;
      case 'ret':
        return i.value === undefined ? 'ret void' : `ret ${this.typed(i.value)}`;
      case 'br':
        return `br label %${this.label(i.target)}`;
      case 'condbr':
        return `br ${this.typed(i.condition)}, ${this.labels([i.whenTrue, i.whenFalse])}`;
      case 'switch': {
        const type = this.types.text(i.value.type);
        const bits = i.value.type.kind === 'int' ? i.value.type.bits : 64;
        const cases = i.cases.map((c) => `${type} ${BigInt.asIntN(bits, c.value)}, label %${this.label(c.target)}`);
        return `switch ${this.typed(i.value)}, label %${this.label(i.otherwise)} [ ${cases.join(' ')} ]`;
      }
      case 'indirectbr':
        return `indirectbr ${this.typed(i.address)}, [${this.labels(i.targets)}]`;
      case 'resume':
        return `resume ${this.typed(i.value)}`;
      case 'unreachable':
        return 'unreachable';
      default:
        return this.arithmetic(i);
    }
  }

  private arithmetic(i: Extract<Instruction, { flags: number }>): string {
    const flags = arithmeticFlags.flatMap((flag) => ((i.flags & Flag[flag]) === 0 ? [] : [` ${flag}`])).join('');
    if ('left' in i) return `${i.op}${flags} ${this.typed(i.left)}, ${this.operand(i.right)}`;
    if ('value' in i) return `${i.op}${flags} ${this.typed(i.value)} to ${this.types.text(i.result.type)}`;
    return assertNever(i as never);
  }

  private labels(blocks: readonly BlockIndex[]): string {
    return blocks.map((block) => `label %${this.label(block)}`).join(', ');
  }

  private address(i: GetElementPtr): string {
    const own = indicesOf(i, this.layout);
    const { type, indices } = own === undefined ? madeUp(i) : { type: this.types.text(i.sourceType), indices: own };
    const result = i.result.type;
    const isWidened =
      result.kind === 'vector' &&
      i.base.type.kind !== 'vector' &&
      i.scaled.every((s) => s.index.type.kind !== 'vector');
    const lanes = isWidened ? result.length : 0;
    const list = indices.map((index) => `, ${this.index(index, lanes)}`).join('');
    const flags = `${i.flags & Flag.inbounds ? ' inbounds' : ''}${i.flags & Flag.nuw ? ' nuw' : ''}`;
    return `getelementptr${flags} ${type}, ${this.typed(i.base)}${list}`;
  }

  /** `lanes`: numbers are written as vectors, of which the result has its length. */
  private index(index: Index, lanes: number): string {
    if (index.kind === 'operand') return this.typed(index.operand);
    const type = index.isField ? 'i32' : 'i64';
    return lanes === 0 ? `${type} ${index.value}` : `<${lanes} x ${type}> splat (${type} ${index.value})`;
  }

  /** Without the opcode. */
  private call(i: CallInstruction): string {
    const { functionType: type, callee } = i;
    const isPlain =
      !type.variadic &&
      type.parameters.length === i.arguments.length &&
      type.parameters.every((parameter, n) => parameter === i.arguments[n]?.type);
    const space = callee.kind !== 'assembly' && callee.type.kind === 'pointer' ? callee.type.addressSpace : undefined;
    const where = space === undefined || space === this.layout.programAddressSpace ? '' : `addrspace(${space}) `;
    const called =
      callee.kind === 'assembly'
        ? `asm${callee.sideEffect ? ' sideeffect' : ''} ${stringText(callee.text)}, ${stringText(callee.constraints)}`
        : this.operand(callee);
    const list = i.arguments.map((argument, n) => {
      const copied = i.byValue?.get(n);
      const attribute = copied === undefined ? '' : ` byval(${this.types.text(copied.type)}) align ${copied.align}`;
      return `${this.types.text(argument.type)}${attribute} ${this.operand(argument)}`;
    });
    const returns = isPlain ? this.types.text(type.returns) : this.types.signature(type);
    return `${where}${returns} ${called}(${list.join(', ')})${i.noReturn ? ' noreturn' : ''}`;
  }
}

function kindOf(i: { readonly ordering?: unknown; readonly volatile: boolean }): string {
  return `${i.ordering === undefined ? '' : ' atomic'}${i.volatile ? ' volatile' : ''}`;
}

function orderOf(i: { readonly ordering?: string }): string {
  return i.ordering === undefined ? '' : ` ${i.ordering}`;
}
