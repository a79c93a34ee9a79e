// What instructions of an API function access: structures of the description, tracked variables, and memory that is in
// none of them, which is noted.

import type { CallSite, Instruction } from '../../ir/instruction.js';
import { isBinary, isCast } from '../../ir/instruction-class.js';
import type { Operand } from '../../ir/value.js';
import type { InlinedFrame } from './frame.js';
import type { PlaceNames } from './places.js';
import type { Use, WalkPosition } from './position.js';
import type { AccessExtent, Structures } from './structures.js';

export class Accessed {
  private readonly tainted = new Map<InlinedFrame, ReadonlySet<number>>();

  constructor(
    private readonly places: PlaceNames,
    private readonly structures: Structures,
    /** Memory that is in no structure, and that is written. */
    private readonly outside: Set<string>,
  ) {}

  /** Of a call that reads and writes through its arguments. */
  touched(
    { frame }: WalkPosition,
    site: CallSite & Instruction,
    reads: readonly number[],
    writes: readonly number[],
    extent: AccessExtent = 'whole',
  ): readonly Use[] {
    const touched = (n: number, isWrite: boolean): readonly Use[] => {
      const argument = site.arguments[n];
      if (argument === undefined) return [];
      return this.places.whole(frame, argument).flatMap((place) => {
        const found = this.structures.of(place, extent);
        if (found.length === 0) this.noteOutside(place.names[0], isWrite);
        return found.map((structure) => ({ structure, isWrite }));
      });
    };
    return [...reads.flatMap((n) => touched(n, false)), ...writes.flatMap((n) => touched(n, true))];
  }

  at(frame: InlinedFrame, address: Operand, isWrite: boolean): readonly Use[] {
    const uses: Use[] = [];
    for (const place of this.places.of(frame, address)) {
      const found = this.structures.of(place, 'part');
      for (const structure of found) uses.push({ structure, isWrite });
      if (found.length === 0) this.noteOutside(place.names[0], isWrite);
    }
    return uses;
  }

  /** Arguments that applications give, and what nobody can name, are theirs. */
  private noteOutside(name: string | undefined, isWrite: boolean): void {
    if (name !== undefined && isWrite && !/[()?]/.test(name)) this.outside.add(name);
  }

  /** −1: none, or not only one. */
  trackedAt(frame: InlinedFrame, address: Operand): number {
    const places = this.places.of(frame, address).filter((place) => place.names.length > 0);
    const found = new Set(places.map((place) => this.structures.tracked(place)));
    return found.size === 1 ? [...found][0]! : -1;
  }

  /** Registers of a function that depend on a tracked variable: constants that meet them in a phi are kept too. */
  taintedIn(frame: InlinedFrame): ReadonlySet<number> {
    const known = this.tainted.get(frame);
    if (known !== undefined) return known;
    const tainted = new Set<number>();
    this.tainted.set(frame, tainted);
    const isTainted = (operand: Operand): boolean => operand.kind === 'register' && tainted.has(operand.index);
    for (let before = -1; before !== tainted.size; ) {
      before = tainted.size;
      for (const block of frame.fn.blocks) {
        for (const i of block.instructions) {
          const depends =
            (i.op === 'load' && this.trackedAt(frame, i.address) !== -1) ||
            (i.op === 'icmp' && (isTainted(i.left) || isTainted(i.right))) ||
            (i.op === 'phi' && i.incoming.some(({ value }) => isTainted(value))) ||
            (i.op === 'select' && isTainted(i.condition)) ||
            (isBinary(i) && (isTainted(i.left) || isTainted(i.right))) ||
            (isCast(i) && isTainted(i.value));
          if (depends && 'result' in i && i.result !== undefined) tainted.add(i.result.index);
        }
      }
    }
    return tainted;
  }
}
