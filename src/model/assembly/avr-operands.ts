// Operands of AVR assembly: registers by byte, pairs of them as addresses, I/O and data addresses, the status register.
// A pair that holds one value stays that value: pointers are not cut into bytes unless the text does it.

import type { Operand } from '../../ir/value.js';
import { int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { evaluate } from './expression.js';
import { UnknownInstruction } from './unknown-instruction.js';

const names: Readonly<Record<string, string>> = {
  xl: 'r26',
  xh: 'r27',
  yl: 'r28',
  yh: 'r29',
  zl: 'r30',
  zh: 'r31',
  __tmp_reg__: 'r0',
  __zero_reg__: 'r1',
};

const constants: Readonly<Record<string, number>> = { __sreg__: 0x3f, __sp_h__: 0x3e, __sp_l__: 0x3d, __rampz__: 0x3b };

const pointers: Readonly<Record<string, readonly string[]>> = {
  x: ['r26', 'r27'],
  y: ['r28', 'r29'],
  z: ['r30', 'r31'],
};

export function registerOf(text: string): string | undefined {
  const name = text.toLowerCase().trim();
  if (/^%\d+\.\d$/.test(name)) return name;
  const own = names[name] ?? name;
  return /^r(?:\d|[12]\d|3[01])$/.test(own) ? own : undefined;
}

export function register(text: string | undefined): string {
  const found = text === undefined ? undefined : registerOf(text);
  if (found === undefined) throw new UnknownInstruction(`the operand ${text ?? ''}`);
  return found;
}

/** The register and the one behind it. */
export function pairOf(text: string | undefined): readonly string[] {
  const name = (text ?? '').toLowerCase();
  const pointer =
    pointers[name] ??
    /^(%\d+)\.a$/
      .exec(name)
      ?.slice(1)
      .flatMap((n) => [`${n}.0`, `${n}.1`]);
  if (pointer !== undefined) return pointer;
  const low = register(name.includes(':') ? name.split(':')[1] : name);
  return [low, low.replace(/\d+$/, (n) => String(Number(n) + 1))];
}

export function read(e: AssemblyEmitter, text: string | undefined): Operand {
  return e.readInt(register(text), 8);
}

/** A number, or an address that still is a pointer. */
export function readPair(e: AssemblyEmitter, cells: readonly string[]): Operand {
  const whole = e.whole(cells);
  if (whole !== undefined) return whole;
  const { code } = e;
  const [low, high] = cells.map((cell) => code.toInt(e.readInt(cell, 8), 16)) as [Operand, Operand];
  return code.binary('or', low, code.binary('shl', high, int(16, 8)));
}

export function expression(e: AssemblyEmitter, text: string | undefined, bits: number): Operand {
  const symbol = (name: string): Operand | undefined => {
    const known = constants[name.toLowerCase()];
    return known === undefined ? e.around.symbol(name) : int(64, known);
  };
  const value = text === undefined ? undefined : evaluate(text, bits, e.code, symbol);
  if (value === undefined) throw new UnknownInstruction(`the operand ${text ?? ''}`);
  return value;
}

export function number(e: AssemblyEmitter, text: string | undefined): number {
  const value = expression(e, text, 32);
  if (value.kind !== 'int') throw new UnknownInstruction(`the operand ${text ?? ''}`);
  return Number(value.value);
}

/** Where I/O address `text` is in data space. */
export function ioAddress(e: AssemblyEmitter, text: string | undefined): Operand {
  return int(16, number(e, text) + e.around.ioBase);
}

export interface Indirect {
  readonly address: Operand;
  readonly update?: () => void;
}

/** `Z`, `X+`, `-Y`, `Z+5`. */
export function indirect(e: AssemblyEmitter, text: string | undefined): Indirect {
  const [, before, name, after, distance] = /^(-?) ?([xyzXYZ]|%\d+\.a)(?: ?(\+)(.*))?$/.exec(text ?? '') ?? [];
  if (name === undefined) throw new UnknownInstruction(`the address ${text ?? ''}`);
  const cells = pairOf(name);
  const start = readPair(e, cells);
  const moved = (by: Operand, sign: 1 | -1 = 1): Operand => e.code.behind(start, by, sign);
  if (before === '-') {
    const address = moved(int(16, 1), -1);
    e.writeParts(cells, address);
    return { address };
  }
  if (after === undefined) return { address: start };
  if (distance!.trim() !== '') return { address: moved(expression(e, distance, 16)) };
  const next = moved(int(16, 1));
  return { address: start, update: () => e.writeParts(cells, next) };
}

/** In the order of the bits of SREG; the last, I, is the pack's. */
export const flagNames = ['c', 'z', 'n', 'v', 's', 'h', 't'] as const;

export function isStatus(e: AssemblyEmitter, address: Operand): boolean {
  return address.kind === 'int' && Number(address.value) === 0x3f + e.around.ioBase;
}

export function readData(e: AssemblyEmitter, address: Operand): Operand {
  const read = e.load(address, 8);
  if (!isStatus(e, address)) return read;
  let value = e.code.binary('and', read, int(8, 0x80));
  for (const [at, cell] of flagNames.entries()) {
    const flag = e.code.toInt(e.read(cell, 1, true), 8);
    value = e.code.binary('or', value, e.code.binary('shl', flag, int(8, at)));
  }
  return value;
}

export function writeData(e: AssemblyEmitter, address: Operand, value: Operand): void {
  e.store(address, value);
  if (!isStatus(e, address)) return;
  for (const [at, cell] of flagNames.entries())
    e.writeFlag(cell, () => e.code.toInt(e.code.binary('lshr', value, int(8, at)), 1));
}
