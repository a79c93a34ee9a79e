// Which atomic sections never wait from a place on, by their code alone: no call that blocks is reached before the
// section ends. Most need not be tried then, and of the others only the part that decides. Where the end is in another
// function than the place, or something is called through a pointer or calls itself, a section may wait.

import { isTerminator, successors } from '../ir/control-flow.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { effectsOfCall } from '../model/known-calls.js';
import type { Frame } from './state.js';
import { directName } from './stepping/callee.js';
import type { Code } from './stepping/code.js';
import type { InstructionContext } from './stepping/instruction-context.js';

export class OpenSections {
  /** By code, then by block and index. */
  private readonly open = new Map<Code, Map<number, boolean>>();
  /** Functions that neither wait nor begin or end a section. */
  private readonly plain = new Map<string, boolean>();

  constructor(private readonly machine: InstructionContext) {}

  /** Does the rest of a section, from this instruction of its own function on, never wait? */
  isOpenFrom(frame: Frame, index: number): boolean {
    let known = this.open.get(frame.code);
    if (known === undefined) this.open.set(frame.code, (known = new Map()));
    const place = frame.block * 2 ** 20 + index;
    let isOpen = known.get(place);
    if (isOpen === undefined) known.set(place, (isOpen = this.walk(frame.code, frame.block, index)));
    return isOpen;
  }

  private walk({ blocks }: Code, block: number, index: number): boolean {
    const seen = new Set<number>();
    const open: { readonly block: number; readonly from: number }[] = [{ block, from: index }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      let isOver = false;
      for (const i of blocks[next.block]!.slice(next.from)) {
        const kind = this.kindOf(i);
        if (kind === 'waits' || i.op === 'ret') return false;
        isOver = kind === 'ends';
        if (isOver) break;
      }
      const last = blocks[next.block]!.at(-1)!;
      if (isOver || !isTerminator(last)) continue;
      for (const target of successors(last))
        if (!seen.has(target)) {
          seen.add(target);
          open.push({ block: target, from: 0 });
        }
    }
    return true;
  }

  private kindOf(i: Instruction): 'plain' | 'ends' | 'waits' {
    if (!isCall(i)) return 'plain';
    const effects = effectsOfCall(this.machine.program, i);
    if (effects !== undefined) {
      if (effects.some((e) => e.kind === 'atomic-end')) return 'ends';
      return effects.some((e) => e.kind === 'block' || e.kind === 'atomic-begin') ? 'waits' : 'plain';
    }
    const name = directName(this.machine, i);
    if (name === undefined) return i.callee.kind === 'assembly' ? 'plain' : 'waits';
    return this.isPlain(name) ? 'plain' : 'waits';
  }

  private isPlain(name: string): boolean {
    const known = this.plain.get(name);
    if (known !== undefined) return known;
    // Until all of it is known, whoever comes back to it takes it for one that waits.
    this.plain.set(name, false);
    const blocks = this.machine.image.codes.get(name)?.blocks ?? [];
    const isPlain = blocks.every((block) => block.every((i) => this.kindOf(i) === 'plain'));
    this.plain.set(name, isPlain);
    return isPlain;
  }
}
