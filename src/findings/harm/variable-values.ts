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

export interface ValueToTry {
  readonly value: bigint;
  /** The border between parts, in bits, that a small step from it goes across; undefined: no particular one. */
  readonly border: number | undefined;
}

/**
 * Values of so many bits that the known bits allow: around each border between parts, and far from `current`; and the
 * borders next to those values at which something is decided otherwise, `turning`.
 */
export function valuesToTry(
  bits: number,
  partBits: number,
  known: SameBits,
  current: bigint,
  turning: readonly bigint[],
): readonly ValueToTry[] {
  const all = mask(bits);
  const borders = Array.from({ length: Math.ceil(bits / partBits) - 1 }, (_, n) => (n + 1) * partBits);
  const near = (value: bigint): readonly ValueToTry[] =>
    borders.flatMap((border) => {
      const step = 1n << BigInt(border);
      const below = value - (value % step);
      return [below - 1n, below, below + step - 1n, below + step].map((v) => ({ value: v, border }));
    });
  const wanted: readonly ValueToTry[] = [
    ...borders.flatMap((border) => [mask(border), 1n << BigInt(border)].map((value) => ({ value, border }))),
    ...[all & ~current, all, 0n].map((value) => ({ value, border: undefined })),
    ...turning.flatMap((value) => near(value & all)),
  ];
  const found = new Map<string, ValueToTry>();
  for (const { value, border } of wanted) {
    const fit = (value & all & ~known.zeros) | known.ones;
    if (fit !== current) found.set(`${fit} ${border}`, { value: fit, border });
  }
  return [...found.values()];
}
