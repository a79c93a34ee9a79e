// The cells of memory that an ISR, or whatever may preempt it, may read or write: what an unrolled instance has as
// inputs and outputs.

import type { Instruction } from '../../../ir/instruction.js';
import type { Machine } from '../../../machine/machine.js';
import type { Leaf, Leaves } from '../../../machine/memory/leaves.js';
import { runsOf } from '../../../machine/memory/visible-bytes.js';
import type { State } from '../../../machine/state.js';
import { preempters } from '../../../model/preemption.js';
import type { ContextId, Region } from '../../../model/program.js';
import { Inexpressible } from '../ordering/locations.js';

/** An instance with more inputs is not encoded. */
const MAX_CELLS = 1 << 18;

export interface FootprintCell extends Leaf {
  readonly object: number;
}

export class FootprintCells {
  private readonly regions = new Map<ContextId, readonly Region[]>();
  private readonly fixed = new Map<ContextId, readonly FootprintCell[]>();
  private readonly reachesAll = new Set<ContextId>();
  private readonly sites = new Map<Instruction, number>();

  constructor(
    private readonly machine: Machine,
    private readonly leaves: Leaves,
  ) {
    const { program } = machine;
    const preemptedBy = preempters(program.platform, program.contexts, program.operations);
    for (const isr of machine.isrs) {
      const members = new Set([isr]);
      for (const m of members) for (const next of preemptedBy(m)) members.add(next);
      const ids = new Set([...members].map((m) => m.id));
      const regions = program.accesses.filter((a) => ids.has(a.context)).flatMap((a) => a.regions);
      this.regions.set(isr.id, regions);
      if (regions.some((r) => program.objects[r.object]!.kind === 'unknown')) this.reachesAll.add(isr.id);
    }
  }

  /** In a state from which the ISR could start. */
  of(state: State, isr: ContextId): readonly FootprintCell[] {
    let fixed = this.fixed.get(isr);
    if (fixed === undefined) this.fixed.set(isr, (fixed = this.staticCells(state, isr)));
    const dynamic = this.dynamicCells(state, isr);
    return dynamic.length === 0 ? fixed : [...fixed, ...dynamic];
  }

  private staticCells(state: State, isr: ContextId): readonly FootprintCell[] {
    const { program, image } = this.machine;
    const cells = new Map<number, FootprintCell>();
    for (const region of this.regions.get(isr)!) {
      const object = program.objects[region.object]!;
      if (object.site !== undefined) continue;
      const number = image.symbols.get(object.symbol);
      if (number !== undefined) this.collect(state, number, region, cells);
    }
    if (this.reachesAll.has(isr))
      for (const number of image.symbols.values()) this.collect(state, number, undefined, cells);
    return [...cells.values()];
  }

  private dynamicCells(state: State, isr: ContextId): readonly FootprintCell[] {
    const cells = new Map<number, FootprintCell>();
    for (const number of state.memory.dynamicObjects()) {
      for (const region of this.regionsOf(state, isr, number)) this.collect(state, number, region, cells);
      if (this.reachesAll.has(isr)) this.collect(state, number, undefined, cells);
    }
    return [...cells.values()];
  }

  /** The regions of its footprint in a local or heap object. */
  private regionsOf(state: State, isr: ContextId, number: number): readonly Region[] {
    const { program } = this.machine;
    const { site } = state.memory.info(number)!;
    if (site === undefined) return [];
    return this.regions.get(isr)!.filter((region) => program.objects[region.object]!.site === site);
  }

  /** Which locals and heap objects there are that it may access: what they are besides their contents. */
  objects(state: State, isr: ContextId): string {
    const shown: string[] = [];
    for (const number of state.memory.dynamicObjects()) {
      if (!this.reachesAll.has(isr) && this.regionsOf(state, isr, number).length === 0) continue;
      const { site, size } = state.memory.info(number)!;
      shown.push(`${number}:${site === undefined ? '' : this.numberOf(site)}:${size}`);
    }
    return shown.join(',');
  }

  private numberOf(site: Instruction): number {
    let number = this.sites.get(site);
    if (number === undefined) this.sites.set(site, (number = this.sites.size));
    return number;
  }

  private collect(state: State, object: number, region: Region | undefined, cells: Map<number, FootprintCell>): void {
    const info = state.memory.info(object);
    if (info === undefined || info.constant || info.kind === 'function' || info.kind === 'device') return;
    const runs = region === undefined ? [[0, info.size] as const] : runsOf(region, info.size);
    for (const [from, to] of runs) {
      for (let byte = from; byte < to; ) {
        const leaf = this.leaves.at(info, byte);
        const key = object * 2 ** 32 + leaf.start;
        if (!cells.has(key)) cells.set(key, { object, ...leaf });
        if (cells.size > MAX_CELLS) throw new Inexpressible(`${info.name}, of which an ISR may access too much`);
        byte = leaf.start + leaf.size;
      }
    }
  }
}
