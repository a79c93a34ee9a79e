// Operands of ARM assembly: registers and their other names, immediate numbers, shifted registers, addresses.
// ARMv7-M Architecture Reference Manual, A5 and A6; carries and overflows as AddWithCarry() and Shift_C() have them.

import type { Operand } from '../../ir/value.js';
import { bitsOf, int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { evaluate } from './expression.js';
import { UnknownInstruction } from './unknown-instruction.js';

const others: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`a${n}`, `r${n - 1}`])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`v${n}`, `r${n + 3}`])),
  sb: 'r9',
  sl: 'r10',
  fp: 'r11',
  ip: 'r12',
  r13: 'sp',
  r14: 'lr',
  r15: 'pc',
};

/** The cell of a register, undefined if the text is none. */
export function registerOf(text: string): string | undefined {
  const name = text.toLowerCase().trim();
  if (/^%\d+h?$/.test(name)) return name;
  const own = others[name] ?? name;
  return /^(?:r\d|r1[0-2]|sp|lr|pc)$/.test(own) ? own : undefined;
}

export function register(text: string | undefined): string {
  const found = text === undefined ? undefined : registerOf(text);
  if (found === undefined || found === 'pc' || found === 'sp')
    throw new UnknownInstruction(`the operand ${text ?? ''}`);
  return found;
}

export function readRegister(e: AssemblyEmitter, text: string | undefined): Operand {
  return e.readInt(register(text), 32);
}

export function immediate(e: AssemblyEmitter, text: string | undefined): Operand | undefined {
  if (text === undefined) return undefined;
  const value = evaluate(text.replace(/^[#$]/, '').trim(), 32, e.code, (name) => e.around.symbol(name));
  return value;
}

export interface Shifted {
  readonly value: Operand;
  /** What the shift put into the carry; absent where it leaves it alone. */
  readonly carry?: () => Operand;
}

/** Is the number a byte that is turned to its place? Then its top bit goes to the carry: ThumbExpandImm_C(). */
function isRotated(value: Operand): value is Operand & { readonly kind: 'int' } {
  if (value.kind !== 'int' || value.value < 256n) return false;
  const byte = value.value & 255n;
  const other = (value.value >> 8n) & 255n;
  return ![byte * 0x10001n, other * 0x1000100n, byte * 0x1010101n].includes(value.value);
}

/** The last operand of data processing: a number, a register, or one that is shifted. */
export function flexible(e: AssemblyEmitter, texts: readonly string[]): Shifted {
  const [first, shift] = texts;
  if (first !== undefined && registerOf(first) === undefined) {
    const value = immediate(e, first);
    if (value === undefined || shift !== undefined) throw new UnknownInstruction(`the operand ${texts.join(', ')}`);
    return isRotated(value) ? { value, carry: () => int(1, value.value >> 31n) } : { value };
  }
  const value = e.read(register(first), 32);
  if (shift === undefined) return { value };
  const [, kind = '', amount = ''] = /^(\w+) ?(.*)$/.exec(shift) ?? [];
  return shifted(e, kind.toLowerCase(), e.code.toInt(value, 32), amount);
}

export function shifted(e: AssemblyEmitter, kind: string, value: Operand, amount: string): Shifted {
  const { code } = e;
  if (kind === 'rrx') {
    const carried = code.binary('shl', code.toInt(e.read('c', 1), 32), int(32, 31));
    return { value: code.binary('or', code.binary('lshr', value, int(32, 1)), carried), carry: () => bit(e, value, 0) };
  }
  if (!/^(?:lsl|lsr|asr|ror)$/.test(kind)) throw new UnknownInstruction(`the shift ${kind}`);
  const isRegister = registerOf(amount) !== undefined;
  const by = isRegister ? code.binary('and', readRegister(e, amount), int(32, 255)) : immediate(e, amount);
  if (by === undefined || by.type.kind === 'pointer') throw new UnknownInstruction(`the shift ${kind} ${amount}`);
  if (by.kind === 'int' && by.value === 0n) return { value };
  if (kind === 'ror') {
    const small = code.binary('and', by, int(32, 31));
    const left = code.binary('and', code.binary('sub', int(32, 32), small), int(32, 31));
    const turned = code.binary('or', code.binary('lshr', value, small), code.binary('shl', value, left));
    return { value: turned, carry: () => unlessZero(e, by, bit(e, turned, 31)) };
  }
  if (by.kind === 'int' && by.value < 32n) {
    const n = Number(by.value);
    const op = kind === 'lsl' ? 'shl' : kind === 'lsr' ? 'lshr' : 'ashr';
    return { value: code.binary(op, value, by), carry: () => bit(e, value, kind === 'lsl' ? 32 - n : n - 1) };
  }
  // In twice the width nothing gets lost on the way to the carry.
  const far = code.select(code.compare('ugt', by, int(32, 63)), int(32, 63), by);
  const wideBy = code.toInt(far, 64);
  if (kind === 'lsl') {
    const wide = code.binary('shl', code.toInt(value, 64), wideBy);
    return { value: code.toInt(wide, 32), carry: () => unlessZero(e, by, bit(e, wide, 32)) };
  }
  const high = code.binary('shl', code.toInt(value, 64), int(64, 32));
  const wide = code.binary(kind === 'lsr' ? 'lshr' : 'ashr', high, wideBy);
  const result = code.toInt(code.binary('lshr', wide, int(64, 32)), 32);
  return { value: result, carry: () => unlessZero(e, by, bit(e, wide, 31)) };
}

/** A shift by nothing leaves the carry as it is. */
function unlessZero(e: AssemblyEmitter, by: Operand, carry: Operand): Operand {
  if (by.kind === 'int') return carry;
  return e.code.select(e.code.compare('eq', by, int(32, 0)), e.read('c', 1), carry);
}

export function bit(e: AssemblyEmitter, value: Operand, n: number): Operand {
  const bits = bitsOf(value);
  return e.code.toInt(e.code.binary('lshr', value, int(bits, n)), 1);
}

export interface AddressOperand {
  readonly address: Operand;
  /** What the base register holds afterwards. */
  readonly update?: () => void;
}

/** `[r0, #4]`, `[r0, r1, lsl #2]`, `[r0, #4]!`, `[r0], #4`. */
export function addressOf(e: AssemblyEmitter, texts: readonly string[]): AddressOperand {
  const [text = '', post] = texts;
  const inside = /^\[(.*)\](!?)$/.exec(text);
  if (inside === null) throw new UnknownInstruction(`the address ${texts.join(', ')}`);
  const parts = inside[1]!.split(',').map((part) => part.trim());
  const [base, offset, shift] = parts;
  const name = register(base);
  const start = e.read(name, 32);
  const distance = (written: string, by?: string): readonly [Operand, 1 | -1] => {
    const isNegative = /^-/.test(written) && registerOf(written.slice(1)) !== undefined;
    const { value } = flexible(e, [isNegative ? written.slice(1) : written, ...(by === undefined ? [] : [by])]);
    return [e.code.toInt(value, 32), isNegative ? -1 : 1];
  };
  const moved = (to: readonly [Operand, 1 | -1]): Operand => e.code.behind(start, to[0], to[1]);
  if (post !== undefined) {
    const next = moved(distance(post, texts[2]));
    return { address: start, update: () => e.write(name, next) };
  }
  const address = offset === undefined ? start : moved(distance(offset, shift));
  return inside[2] === '!' ? { address, update: () => e.write(name, address) } : { address };
}

/** `{r4-r7, lr}`, as cells from the lowest register on. */
export function registerList(text: string): readonly string[] {
  const inside = /^\{(.*)\}$/.exec(text.trim())?.[1];
  if (inside === undefined) throw new UnknownInstruction(`the list ${text}`);
  const found = inside.split(',').flatMap((part) => {
    const [from, to] = part.split('-').map((r) => registerOf(r.trim()));
    if (from === undefined) throw new UnknownInstruction(`the list ${text}`);
    if (to === undefined) return [from];
    const [a, b] = [rank(from), rank(to)];
    return Array.from({ length: b - a + 1 }, (_, n) => registerOf(`r${a + n}`)!);
  });
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function rank(name: string): number {
  return name === 'sp'
    ? 13
    : name === 'lr'
      ? 14
      : name === 'pc'
        ? 15
        : Number(name.replace(/\D/g, '')) + (name.startsWith('%') ? 100 : 0);
}
