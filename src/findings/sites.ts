// Access sites: an instruction as one context performs it, reading or writing. Small numbers, so that tables and keys
// stay small.

import type { InstructionId } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';
import type { SiteId } from './history.js';

export interface Site {
  readonly id: SiteId;
  readonly context: ContextId;
  readonly instruction: InstructionId;
  readonly operation: 'R' | 'W';
  readonly function: string;
}

export class Sites {
  readonly all: Site[];
  private readonly byInstruction: (Site[] | undefined)[] = [];

  /** `known`: by number, from 0 on. */
  constructor(known: readonly Site[] = []) {
    this.all = [...known];
    for (const site of known) (this.byInstruction[site.instruction] ??= []).push(site);
  }

  of(context: ContextId, instruction: InstructionId, operation: 'R' | 'W', fn: string): SiteId {
    const list = (this.byInstruction[instruction] ??= []);
    for (const site of list) if (site.context === context && site.operation === operation) return site.id;
    const site = { id: this.all.length as SiteId, context, instruction, operation, function: fn };
    this.all.push(site);
    list.push(site);
    return site.id;
  }
}
