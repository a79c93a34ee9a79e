// The device registers that two contexts access, one of them writing: accesses to those can be told apart by others,
// as accesses to shared memory can.

import type { Program, Region } from '../../model/program.js';
import { overlap } from '../../model/region.js';
import { isShareable, registerAt } from '../../model/registers.js';

export class SharedRegisters {
  /** By object of the machine; absolute addresses are those of object 0. */
  private readonly regions = new Map<number, Region[]>();
  private readonly answers = new Map<number, boolean>();

  constructor(
    private readonly program: Program,
    symbols: ReadonlyMap<string, number>,
  ) {
    for (const { object: id, region } of program.shared) {
      const { kind, symbol } = program.objects[id]!;
      const object = symbol === '' ? 0 : symbols.get(symbol);
      if (kind !== 'device' || object === undefined) continue;
      const list = this.regions.get(object);
      if (list === undefined) this.regions.set(object, [region]);
      else list.push(region);
    }
  }

  /** Is one of the bytes part of one? */
  has(object: number, offset: number, size: number): boolean {
    const regions = this.regions.get(object);
    if (regions === undefined) return false;
    if (object !== 0) return isMet(regions, offset, size);
    const key = offset * 64 + Math.min(size, 63);
    let answer = this.answers.get(key);
    if (answer === undefined) {
      answer = isMet(regions, offset, size) && isShareable(registerAt(this.program.platform, offset));
      this.answers.set(key, answer);
    }
    return answer;
  }
}

function isMet(regions: readonly Region[], offset: number, size: number): boolean {
  const [{ object }] = regions as [Region];
  const mine: Region = { object, offset, stride: 0, low: offset, high: offset + 1, size };
  return regions.some((r) => overlap(r, mine));
}
