// Which bytes of the running library belong to a structure of its description: of variables by their names, of other
// objects by their size, which tells their type. What only pointers lead to is not found: a structure that has nothing
// else has all bytes.

import type { Machine } from '../../../machine/machine.js';
import type { SourceRecords } from '../source-records.js';
import { accessPathExtent } from './access-path-extent.js';

interface Extent {
  readonly from: number;
  readonly to: number;
}

export class StructureBytes {
  private readonly ofGlobals = new Map<number, readonly Extent[]>();
  private readonly ofRecords: { readonly size: number; readonly extent: Extent }[] = [];
  private readonly isAny: boolean;

  constructor(patterns: readonly string[], machine: Machine, records: SourceRecords) {
    const { module } = machine.program;
    for (const pattern of patterns) {
      if (pattern.endsWith('->')) continue;
      const path = pattern.replace(/^=/, '').split('.');
      const head = path[0]!;
      const record = records.record(head);
      if (record !== undefined && path.length > 1) {
        const extent = accessPathExtent(record, path.slice(1));
        if (extent !== undefined) this.ofRecords.push({ size: record.size, extent });
        continue;
      }
      for (const global of module.globals.values()) {
        const object = machine.image.symbols.get(global.name);
        if (global.sourceName !== head || object === undefined) continue;
        const type = module.units[global.unit]!.debug.globalVariable(global.debug)?.type;
        const extent = path.length === 1 || type === undefined ? WHOLE : accessPathExtent(type, path.slice(1));
        if (extent !== undefined) this.ofGlobals.set(object, [...(this.ofGlobals.get(object) ?? []), extent]);
      }
    }
    this.isAny = this.ofGlobals.size === 0 && this.ofRecords.length === 0;
  }

  /** Does the byte belong to it? `size`: of the object, which tells what it is; undefined: nobody knows. */
  has(object: number, byte: number, size: number | undefined): boolean {
    if (this.isAny) return true;
    const extents = this.ofGlobals.get(object);
    if (extents !== undefined) return isIn(extents, byte);
    return this.ofRecords.some((r) => (size ?? r.size) === r.size && isIn([r.extent], byte));
  }
}

const WHOLE: Extent = { from: 0, to: Number.POSITIVE_INFINITY };

function isIn(extents: readonly Extent[], byte: number): boolean {
  return extents.some((e) => e.from <= byte && byte < e.to);
}
