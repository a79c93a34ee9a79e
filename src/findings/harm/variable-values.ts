// The values that a variable may have, as far as the known bits of all writes to it tell, and a few of them that are
// worth trying where tearing is judged: those at which a step of one changes several parts at once.

import type { Instruction } from '../../ir/instruction.js';
import { commonBits, knownBits, mask, NOTHING_KNOWN, type SameBits } from '../../ir/known-bits.js';
import { resultOf } from '../../ir/operand.js';
import type { Operand, Register } from '../../ir/value.js';
import type { Program, Region } from '../../model/program.js';
import { overlap } from '../../model/region.js';

/** Bits that every write to these bytes of an object leaves the same. `initial`: what it holds at the start. */
export function writtenBits(program: Program, region: Region, initial: SameBits): SameBits {
  let known = initial;
  for (const { operation, instruction, function: name, regions, external } of program.accesses) {
    if (operation === 'R' || (known.zeros === 0n && known.ones === 0n)) continue;
    const touched = regions.filter((r) => overlap(r, region));
    if (touched.length === 0) continue;
    const isWhole =
      !external && touched.every((r) => r.stride === 0 && r.offset === region.offset && r.size === region.size);
    const value = isWhole ? writtenValue(instruction) : undefined;
    if (value === undefined) return NOTHING_KNOWN;
    known = commonBits(known, knownBits(value, definitionsIn(program, name)));
  }
  return known;
}

function writtenValue(i: Instruction): Operand | undefined {
  return i.op === 'store' ? i.value : undefined;
}

function definitionsIn(program: Program, name: string): (register: Register) => Instruction | undefined {
  let byIndex: Map<number, Instruction> | undefined;
  return ({ index }) => {
    if (byIndex === undefined) {
      byIndex = new Map();
      for (const block of program.module.functions.get(name)?.blocks ?? [])
        for (const i of block.instructions) {
          const result = resultOf(i);
          if (result !== undefined) byIndex.set(result.index, i);
        }
    }
    return byIndex.get(index);
  };
}

/** Values of so many bits that the known bits allow: around each border between parts, and far from `current`. */
export function valuesToTry(bits: number, partBits: number, known: SameBits, current: bigint): readonly bigint[] {
  const all = mask(bits);
  const wanted: bigint[] = [];
  for (let border = partBits; border < bits; border += partBits) wanted.push(mask(border), 1n << BigInt(border));
  wanted.push(all & ~current, all, 0n);
  const fit = (value: bigint): bigint => (value & ~known.zeros & all) | known.ones;
  return [...new Set(wanted.map(fit))].filter((value) => value !== current);
}
