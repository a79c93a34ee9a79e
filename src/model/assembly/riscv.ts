// RISC-V for what masks, tests and moves: base integers, accesses, branches, atomics, and the control and status
// registers that firmware uses. What mstatus does to interrupts is the pack's; mie and mip leave own flags as they are.

import type { IntegerOp } from '../../ir/opcode.js';
import type { IntegerPredicate } from '../../ir/predicate.js';
import type { Operand } from '../../ir/value.js';
import { bitsOf, int, intType } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { loadExclusive, takeMonitor } from './exclusive.js';
import { evaluate } from './expression.js';
import type { InstructionSet } from './instruction-set.js';
import type { AssemblyLine } from './template.js';
import { UnknownInstruction } from './unknown-instruction.js';

const names =
  'zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6'.split(' ');

function registerOf(text: string): string | undefined {
  const name = text.toLowerCase();
  if (/^%\d+h?$/.test(name)) return name;
  if (name === 'fp') return 'x8';
  const at = names.indexOf(name);
  if (at >= 0) return `x${at}`;
  return /^x(?:\d|[12]\d|3[01])$/.test(name) ? name : undefined;
}

/** Whose value nobody models; writing them changes nothing that Preempt looks at. */
const plain =
  /^(?:mie|mip|mcause|mtval|mbadaddr|mtvec|mscratch|mhartid|mvendorid|marchid|mimpid|misa|m?cycleh?|m?instreth?|timeh?|mcounteren|mcountinhibit|pmp\w+|sie|sip|scause|stval|stvec|sscratch|fcsr|frm|fflags|m?intstatus|mnxti|mtvt)$/;

const binaries: Readonly<Record<string, IntegerOp>> = {
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
  sll: 'shl',
  srl: 'lshr',
  sra: 'ashr',
  mul: 'mul',
};

const comparisons: Readonly<Record<string, IntegerPredicate>> = {
  beq: 'eq',
  bne: 'ne',
  blt: 'slt',
  bge: 'sge',
  bltu: 'ult',
  bgeu: 'uge',
  bgt: 'sgt',
  ble: 'sle',
  bgtu: 'ugt',
  bleu: 'ule',
};

const atomics: Readonly<Record<string, IntegerOp | undefined>> = {
  amoswap: undefined,
  amoadd: 'add',
  amoand: 'and',
  amoor: 'or',
  amoxor: 'xor',
};

class Riscv {
  constructor(
    private readonly e: AssemblyEmitter,
    private readonly bits: number,
  ) {}

  read(text: string | undefined): Operand {
    const name = this.name(text);
    return name === 'x0' ? int(this.bits, 0) : this.e.read(name, this.bits);
  }

  value(text: string | undefined): Operand {
    return this.e.code.toInt(this.read(text), this.bits);
  }

  write(text: string | undefined, value: Operand): void {
    const name = this.name(text);
    if (name === 'x2' || name === 'x3' || name === 'x4') throw new UnknownInstruction('the stack pointer');
    if (name !== 'x0') this.e.write(name, value);
  }

  private name(text: string | undefined): string {
    const name = text === undefined ? undefined : registerOf(text);
    if (name === undefined || name === 'x2') throw new UnknownInstruction(`the operand ${text ?? ''}`);
    return name;
  }

  number(text: string | undefined): Operand {
    const value =
      text === undefined ? undefined : evaluate(text, this.bits, this.e.code, (name) => this.e.around.symbol(name));
    if (value === undefined) throw new UnknownInstruction(`the operand ${text ?? ''}`);
    return value;
  }

  either(text: string | undefined): Operand {
    return text !== undefined && registerOf(text) !== undefined ? this.value(text) : this.number(text);
  }

  address(text: string | undefined): Operand {
    const [, offset, base] = /^(.*)\((\S+)\)$/.exec(text ?? '') ?? [];
    if (base === undefined) throw new UnknownInstruction(`the address ${text ?? ''}`);
    const start = this.read(base);
    return offset!.trim() === '' ? start : this.e.code.behind(start, this.number(offset));
  }

  status(
    csr: string,
    write: 'none' | 'set' | 'clear' | 'all',
    value: Operand | undefined,
    to: string | undefined,
  ): void {
    const { e } = this;
    const name = csr.toLowerCase();
    const isRead = to !== undefined && registerOf(to) !== 'x0';
    if (plain.test(name)) {
      if (isRead) this.write(to, e.arbitrary(this.bits));
      return;
    }
    const act = (): void => {
      const before = isRead ? e.system(`csrr $0, ${name}`, [], this.bits) : undefined;
      if (write !== 'none') e.system(`${{ set: 'csrs', clear: 'csrc', all: 'csrw' }[write]} ${name}, $0`, [value!]);
      if (before !== undefined) this.write(to, before);
    };
    if (isRead && write !== 'none') e.atomically(act);
    else act();
  }

  execute({ mnemonic, operands, text }: AssemblyLine): void {
    const { e } = this;
    const { code } = e;
    const [a, b, c] = operands;
    // Short forms that only say how long the instruction is to be.
    const base = mnemonic.replace(/\.(?:aq|rl|aqrl)$/, '').replace(/^c\.(?=(?:nop|li|mv|j|ebreak)$)/, '');
    const immediate = base.replace(/i$/, '');
    if (Object.hasOwn(binaries, base)) return this.binary(binaries[base]!, a, this.read(b), this.either(c));
    if (immediate !== base && Object.hasOwn(binaries, immediate) && immediate !== 'mul')
      return this.binary(binaries[immediate]!, a, this.read(b), this.number(c));
    if (Object.hasOwn(comparisons, base))
      return e.branchIf(code.compare(comparisons[base]!, this.value(a), this.value(b)), c ?? '');
    const zero = base.replace(/z$/, '');
    if (zero !== base && Object.hasOwn(comparisons, zero))
      return e.branchIf(code.compare(comparisons[zero]!, this.value(a), int(this.bits, 0)), b ?? '');
    const access = /^(l|s)(b|h|w|d)(u?)$/.exec(base);
    if (access !== null) return this.access(access[1] === 'l', access[2]!, access[3] === 'u', a, this.address(b));
    const atomic = /^(amo\w+)\.(w|d)$/.exec(base);
    if (atomic !== null && Object.hasOwn(atomics, atomic[1]!))
      return this.exchange(atomics[atomic[1]!], atomic[2] === 'w' ? 32 : 64, a, this.either(b), this.address(c));
    switch (base) {
      case 'nop':
      case 'fence':
      case 'fence.i':
        return;
      case 'wfi':
      case 'ebreak':
        return void e.system(base);
      case 'li':
      case 'la':
      case 'lla':
        return this.write(a, this.number(b));
      case 'lui':
        return this.write(a, code.binary('shl', this.number(b), int(this.bits, 12)));
      case 'mv':
        return this.write(a, this.read(b));
      case 'not':
        return this.write(a, code.binary('xor', this.value(b), int(this.bits, -1)));
      case 'neg':
        return this.write(a, code.binary('sub', int(this.bits, 0), this.value(b)));
      case 'seqz':
        return this.write(a, code.toInt(code.compare('eq', this.value(b), int(this.bits, 0)), this.bits));
      case 'snez':
        return this.write(a, code.toInt(code.compare('ne', this.value(b), int(this.bits, 0)), this.bits));
      case 'slt':
      case 'slti':
        return this.write(a, code.toInt(code.compare('slt', this.value(b), this.either(c)), this.bits));
      case 'sltu':
      case 'sltiu':
        return this.write(a, code.toInt(code.compare('ult', this.value(b), this.either(c)), this.bits));
      case 'lr.w':
        return this.write(a, code.toInt(loadExclusive(e, this.address(b), intType(32)), this.bits, true));
      case 'sc.w': {
        const [value, address] = [code.toInt(this.value(b), 32), this.address(c)];
        return this.write(
          a,
          code.toInt(
            takeMonitor(e, () => e.store(address, value)),
            this.bits,
          ),
        );
      }
      case 'j':
        return e.goto(a ?? '');
      case 'ret':
      case 'mret':
        return e.leaveFunction(base);
      case 'csrr':
        return this.status(b ?? '', 'none', undefined, a);
      case 'csrw':
      case 'csrwi':
        return this.status(a ?? '', 'all', this.either(b), undefined);
      case 'csrs':
      case 'csrsi':
        return this.status(a ?? '', 'set', this.either(b), undefined);
      case 'csrc':
      case 'csrci':
        return this.status(a ?? '', 'clear', this.either(b), undefined);
      case 'csrrw':
      case 'csrrwi':
        return this.status(b ?? '', 'all', this.either(c), a);
      case 'csrrs':
      case 'csrrsi':
        return this.status(b ?? '', isZero(c) ? 'none' : 'set', this.either(c), a);
      case 'csrrc':
      case 'csrrci':
        return this.status(b ?? '', isZero(c) ? 'none' : 'clear', this.either(c), a);
      default:
        throw new UnknownInstruction(text);
    }
  }

  private binary(op: IntegerOp, to: string | undefined, left: Operand, right: Operand): void {
    const { code } = this.e;
    if (left.type.kind === 'pointer' && (op === 'add' || op === 'sub') && right.type.kind === 'int')
      return this.write(to, code.behind(left, right, op === 'add' ? 1 : -1));
    const isShift = op === 'shl' || op === 'lshr' || op === 'ashr';
    const by = code.toInt(right, this.bits);
    this.write(
      to,
      code.binary(
        op,
        code.toInt(left, this.bits),
        isShift ? code.binary('and', by, int(this.bits, this.bits - 1)) : by,
      ),
    );
  }

  private access(isLoad: boolean, width: string, isUnsigned: boolean, rt: string | undefined, address: Operand): void {
    const { e } = this;
    const bits = { b: 8, h: 16, w: 32, d: 64 }[width]!;
    if (bits > this.bits) throw new UnknownInstruction('an access of so many bits');
    if (isLoad) this.write(rt, e.code.toInt(e.load(address, bits), this.bits, !isUnsigned));
    else e.store(address, e.code.toInt(this.value(rt), bits));
  }

  private exchange(
    op: IntegerOp | undefined,
    bits: number,
    to: string | undefined,
    value: Operand,
    address: Operand,
  ): void {
    const { e } = this;
    const given = e.code.toInt(value, bits);
    e.atomically(() => {
      const before = e.load(address, bits);
      e.store(address, op === undefined ? given : e.code.binary(op, before, given));
      this.write(to, e.code.toInt(before, this.bits, true));
    });
  }
}

const isZero = (text: string | undefined): boolean => /^(?:x0|zero|0)$/i.test(text ?? '');

export function riscv(bits: 32 | 64): InstructionSet {
  return {
    syntax: { comment: /#.*$/, separator: /;/ },
    wordBits: bits,
    bits: () => bits,
    arrange: (lines) => lines,

    bind(e, n, operand, value) {
      const cell = operand.register === undefined ? `%${n}` : (registerOf(operand.register) ?? `%${n}`);
      if (value.type.kind === 'pointer') return e.write(cell, value);
      if (value.type.kind !== 'int' || bitsOf(value) > bits) throw new UnknownInstruction('an operand of such a type');
      e.write(cell, e.code.toInt(value, bits));
    },

    print({ number, operand, immediate }, modifier) {
      if (modifier === 'z' && immediate === '0') return 'zero';
      if (modifier === 'i') return immediate === undefined ? '' : 'i';
      if (immediate !== undefined) return immediate;
      const name = operand.register ?? `%${number}`;
      return operand.isIndirect ? `0(${name})` : name;
    },

    result(e, n, operand, width) {
      if (width > bits) throw new UnknownInstruction('a result of such a type');
      return e.read(operand.register === undefined ? `%${n}` : (registerOf(operand.register) ?? `%${n}`), bits);
    },

    execute(e, line) {
      try {
        new Riscv(e, bits).execute(line);
      } catch (thrown) {
        throw thrown instanceof UnknownInstruction ? new UnknownInstruction(line.text) : thrown;
      }
    },

    readRegister: (e, text) => new Riscv(e, bits).value(text),
    writeRegister: (e, text, value) => new Riscv(e, bits).write(text, value),
    isRegister: (text) => registerOf(text) !== undefined,

    enter(e, parameters) {
      if (parameters.length > 8) return false;
      for (const [n, value] of parameters.entries()) {
        if (value.type.kind === 'pointer') e.write(`x${10 + n}`, value);
        else if (value.type.kind === 'int' && bitsOf(value) <= bits) e.write(`x${10 + n}`, e.code.toInt(value, bits));
        else return false;
      }
      return true;
    },

    leave: (e, width) => (width <= bits ? e.read('x10', bits) : undefined),
    initially: () => undefined,

    delay(body) {
      const work = body.filter(({ mnemonic }) => mnemonic !== 'nop');
      const [count, jump] = work;
      if (work.length !== 2 || count!.mnemonic !== 'addi' || !/^bnez?$/.test(jump!.mnemonic)) return undefined;
      const [rd = '', rs, by] = count!.operands;
      const isSame = jump!.operands[0] === rd && (jump!.mnemonic === 'bnez' || isZero(jump!.operands[1]));
      const name = registerOf(rd);
      if (rd !== rs || by !== '-1' || !isSame || name === undefined) return undefined;
      return (e) => {
        e.read(name, bits);
        e.write(name, int(bits, 0));
      };
    },
  };
}
