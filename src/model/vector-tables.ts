// Vector tables: globals in a section that speaks of vectors, or constant tables of functions that are named like one.
// Handlers are found at any depth of arrays and structures, through casts to numbers; a slot is a pointer's width of
// the table, so that members left out count. What starts the program, faults and what fills slots that nobody wants are
// no ISRs.

import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import type { Block, GlobalVariable, IrModule } from '../ir/module.js';
import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import { isDefaultName, isResetName, isVectorTableName, vectorSection } from './handler-names.js';
import { functionName } from './known-calls.js';
import type { Platform } from './platform.js';

export interface Evidence {
  readonly function: string;
  readonly because: string;
  readonly irq?: number;
  /** In the numbering of the platform's hardware. */
  readonly priority?: number;
  /** The priority is above all configurable ones (NMI), by this many levels. */
  readonly above?: number;
  /** It counts only while no other context calls the function. */
  readonly unlessCalled?: true;
}

/** A handler in more slots than this is there for what nobody wants. */
export const MAX_SLOTS = 3;

interface Slot {
  readonly function: string;
  /** Bytes from the start of the table. */
  readonly offset: number;
}

export function tableEvidence(
  module: IrModule,
  platform: Platform,
  table: GlobalVariable,
  excluded: Set<string>,
  diagnostics: Diagnostic[],
): readonly Evidence[] {
  const found = tableBy(platform, table);
  if (found === undefined || table.initializer === undefined) return [];
  const slots = [...functionsIn(module, table.type, table.initializer, 0)];
  const uses = new Map<string, number>();
  for (const slot of slots) uses.set(slot.function, (uses.get(slot.function) ?? 0) + 1);
  const width = module.layout.pointerSize(table.addressSpace);
  // In tables of structures the position says little: a handler may stand beside its argument.
  const isFlat = found === 'section' && slots.every(({ offset }) => offset % width === 0);
  const { reset = [], faults = [], firstIrq = 0 } = platform.vectorTables ?? {};
  return slots.flatMap(({ function: fn, offset }): Evidence[] => {
    const { blocks, sourceName } = module.functions.get(fn)!;
    if (blocks.length === 0) return [];
    const slot = Math.floor(offset / width);
    const isFault = found === 'section' && (reset.includes(slot) || faults.includes(slot));
    if (isFault || isResetName(sourceName)) {
      excluded.add(fn);
      return [];
    }
    const count = uses.get(fn)!;
    if (count > 1 && (count > MAX_SLOTS || isDefaultName(sourceName) || isIdle(blocks))) {
      if (!excluded.has(fn)) {
        const message = `${fn} fills ${count} slots of ${table.sourceName}: taken for the default handler, not for an ISR`;
        diagnostics.push(noteAt('default-handler', message));
      }
      excluded.add(fn);
      return [];
    }
    const where = table.section === undefined ? '' : ` (section ${table.section})`;
    return [
      {
        function: fn,
        because: `slot ${slot} of the vector table ${table.sourceName}${where}`,
        ...(isFlat && count === 1 ? { irq: firstIrq + slot } : {}),
        ...(found === 'section' ? {} : { unlessCalled: true as const }),
      },
    ];
  });
}

/** Does it do nothing, once or for ever? */
export function isIdle(blocks: readonly Block[]): boolean {
  return blocks.every(({ instructions }) => instructions.every((i) => i.op === 'br' || i.op === 'ret'));
}

function tableBy(platform: Platform, table: GlobalVariable): 'section' | 'name' | undefined {
  const { section } = table;
  if (section !== undefined) {
    const isOfPack = platform.vectorTables?.sections.some((pattern) => new RegExp(pattern, 'i').test(section));
    if (isOfPack || vectorSection.test(section)) return 'section';
  }
  return table.constant && isVectorTableName(table.sourceName) ? 'name' : undefined;
}

function* functionsIn(module: IrModule, type: Type, constant: Constant, offset: number): Generator<Slot> {
  const { layout } = module;
  if (constant.kind === 'aggregate') {
    for (const [n, element] of constant.elements.entries()) {
      if (type.kind === 'struct')
        yield* functionsIn(module, type.fields![n]!, element, offset + layout.fieldOffset(type, n));
      else if (type.kind === 'array')
        yield* functionsIn(module, type.element, element, offset + n * layout.allocationSize(type.element));
    }
    return;
  }
  const fn = functionName(module, constant);
  if (fn !== undefined) yield { function: fn, offset };
}
