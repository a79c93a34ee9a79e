// Which memory an address of a library's function names, without knowing who calls it. An object is known by the
// variable that it is, by the path that led to it and by the type that it is used as: `pxDelayed->uxItems`,
// `LIST.uxItems`. Field-based: members of one name in all objects of a type are one place, so places are merged and
// never lost, but for three assumptions: memory that a function has allocated itself is its own until it returns,
// objects are used as what their types say, and a loop that follows pointers stays in what it began in.

import { accessPathPattern } from '../../ir/debug/access-path.js';
import type { SourceType } from '../../ir/debug/debug-info.js';
import { isBinary, isCall, isCast } from '../../ir/instruction-class.js';
import type { IrModule } from '../../ir/module.js';
import type { Operand } from '../../ir/value.js';
import { directCallee, externalSummary } from '../../model/known-calls.js';
import type { InlinedFrame } from './frame.js';
import type { SourceRecords } from './source-records.js';

/** What an address leads to. */
export interface NamedPlace {
  /** The innermost first: by type, then by the ways that led there. Empty: memory of the activation itself. */
  readonly names: readonly string[];
  /** The first name begins with a type. */
  readonly isTyped: boolean;
}

const own: readonly NamedPlace[] = [{ names: [], isTyped: false }];
/** Pointers followed before the ways are no longer told apart. */
const DEEPEST = 3;

export class PlaceNames {
  private readonly memo = new Map<InlinedFrame, Map<number, readonly NamedPlace[]>>();
  /** Registers that are being resolved: a loop leads back to them. */
  private readonly open = new Map<
    InlinedFrame,
    Map<number, { readonly depth: number; places: readonly NamedPlace[] }>
  >();
  private depth = 0;
  /** The smallest depth of an open register that was asked for. */
  private outermost = Number.POSITIVE_INFINITY;
  private readonly pointers = new Map<string, ReadonlyMap<number, string>>();

  constructor(
    private readonly module: IrModule,
    private readonly records: SourceRecords,
    private readonly allocators: ReadonlySet<string>,
  ) {}

  of(frame: InlinedFrame, operand: Operand): readonly NamedPlace[] {
    switch (operand.kind) {
      case 'register':
        return this.ofRegister(frame, operand.index);
      case 'global':
        return [{ names: [this.globalName(operand.name)], isTyped: false }];
      case 'expression':
        if (operand.op === 'getelementptr') return this.inConstant(frame, operand.base, operand.offset);
        return 'value' in operand ? this.of(frame, operand.value) : [];
      default:
        return [];
    }
  }

  /** The same, as whole objects: with the types that the source declares for pointers that nothing is taken from. */
  whole(frame: InlinedFrame, operand: Operand): readonly NamedPlace[] {
    const declared = operand.kind === 'register' ? this.declaredType(frame, operand.index) : undefined;
    return this.of(frame, operand).map((place) =>
      place.isTyped || declared === undefined || place.names.length === 0 || !place.names[0]!.endsWith('->')
        ? place
        : { names: [declared, ...place.names], isTyped: true },
    );
  }

  private ofRegister(frame: InlinedFrame, register: number): readonly NamedPlace[] {
    const known = mapAt(this.memo, frame);
    const memo = known.get(register);
    if (memo !== undefined) return memo;
    const open = mapAt(this.open, frame);
    const early = open.get(register);
    if (early !== undefined) {
      this.outermost = Math.min(this.outermost, early.depth);
      return early.places;
    }
    const depth = ++this.depth;
    const before = this.outermost;
    this.outermost = depth + 1;
    open.set(register, { depth, places: [] });
    let places = this.define(frame, register);
    if (this.outermost <= depth) {
      // A loop leads back: once more, with what is known by now.
      open.set(register, { depth, places });
      places = merged([...places, ...this.define(frame, register)]);
    }
    open.delete(register);
    this.depth--;
    // What depends on a register that is still open is not final.
    if (this.outermost >= depth) known.set(register, places);
    this.outermost = Math.min(before, this.outermost);
    return places;
  }

  private define(frame: InlinedFrame, register: number): readonly NamedPlace[] {
    const i = frame.definition(register);
    if (i === undefined) return this.ofParameter(frame, register);
    switch (i.op) {
      case 'alloca':
        return own;
      case 'load':
        return merged(this.of(frame, i.address).map(pointee));
      case 'getelementptr': {
        const isIndexed = i.scaled.length > 0;
        const type = this.records.nameOf(i.sourceType);
        const path = this.records.path(i.sourceType, i.offset, isIndexed);
        return merged(this.of(frame, i.base).map((p) => inside(p, path, type)));
      }
      case 'phi':
        return merged(i.incoming.flatMap(({ value }) => this.of(frame, value)));
      case 'select':
        return merged([...this.of(frame, i.whenTrue), ...this.of(frame, i.whenFalse)]);
      default:
        if (isCast(i)) return this.of(frame, i.value);
        if (isBinary(i)) return merged([...this.of(frame, i.left), ...this.of(frame, i.right)]);
        return isCall(i) ? this.ofCall(frame, i) : [];
    }
  }

  private ofCall(frame: InlinedFrame, site: Parameters<InlinedFrame['calleesAt']>[0]): readonly NamedPlace[] {
    const name = directCallee(this.module, site.callee);
    if (name === undefined) return [{ names: ['?->'], isTyped: false }];
    if (this.allocators.has(name)) return own;
    const inlined = [...frame.calleesAt(site)].flatMap((callee) =>
      callee.fn.blocks.flatMap((block) => {
        const last = block.instructions.at(-1);
        return last?.op === 'ret' && last.value !== undefined ? this.of(callee, last.value) : [];
      }),
    );
    if (inlined.length > 0) return merged(inlined);
    const returned = externalSummary(name)?.returns;
    const argument = returned === undefined ? undefined : site.arguments[returned];
    return argument === undefined ? [{ names: [`${name}()->`], isTyped: false }] : this.of(frame, argument);
  }

  private ofParameter({ fn, caller }: InlinedFrame, register: number): readonly NamedPlace[] {
    if (caller !== undefined) {
      const argument = caller.site.arguments[register];
      return argument === undefined ? [] : this.of(caller.frame, argument);
    }
    return [{ names: [`${fn.sourceName}(${register})->`], isTyped: false }];
  }

  private inConstant(frame: InlinedFrame, base: Operand, offset: number): readonly NamedPlace[] {
    const places = this.of(frame, base);
    if (base.kind !== 'global') return places;
    const global = this.module.globals.get(base.name);
    const type = global && this.module.units[global.unit]!.debug.globalVariable(global.debug)?.type;
    const path = type === undefined ? '' : accessPathPattern(type, offset, 1, [], { generic: true });
    return places.map((p) => inside(p, path, undefined));
  }

  private globalName(name: string): string {
    return this.module.globals.get(name)?.sourceName ?? this.module.functions.get(name)?.sourceName ?? name;
  }

  private declaredType({ fn }: InlinedFrame, register: number): string | undefined {
    let types = this.pointers.get(fn.name);
    if (types === undefined) {
      types = declaredTypes(fn, this.module, this.records);
      this.pointers.set(fn.name, types);
    }
    return types.get(register);
  }
}

/** Registers that are pointers to structures, as the source declares them or as they are used. */
function declaredTypes(fn: InlinedFrame['fn'], module: IrModule, records: SourceRecords): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  const { debug } = module.units[fn.unit]!;
  const record = (type: SourceType | undefined): string | undefined =>
    type?.kind === 'record' && type.name !== '' ? type.name : undefined;
  for (const block of fn.blocks) {
    for (const i of block.instructions) {
      if (i.op === 'getelementptr' && i.base.kind === 'register') {
        const name = records.nameOf(i.sourceType);
        if (name !== undefined) types.set(i.base.index, name);
      } else if (i.op === 'debug-value' && i.value.kind === 'register') {
        const type = debug.localVariable(i.variable)?.type;
        const name = type?.kind === 'pointer' ? record(type.target()) : undefined;
        if (name !== undefined && !types.has(i.value.index)) types.set(i.value.index, name);
      }
    }
  }
  return types;
}

function pointee(place: NamedPlace): NamedPlace {
  if (place.names.length === 0) return { names: ['?->'], isTyped: false };
  return { names: place.names.map((name) => shortened(`${name}->`)), isTyped: false };
}

function inside(place: NamedPlace, path: string, type: string | undefined): NamedPlace {
  if (place.names.length === 0) return place;
  const names = place.names.map((name) => joined(name, path));
  const isBase = !place.isTyped && place.names[0]!.endsWith('->') && type !== undefined;
  return isBase ? { names: [`${type}${path}`, ...names], isTyped: true } : { names, isTyped: place.isTyped };
}

function joined(name: string, path: string): string {
  if (path === '') return name;
  // `p->` and `.x` are `p->x`; an element of an element is an element.
  if (name.endsWith('->')) return `${name}${path.replace(/^\./, '')}`;
  return name.endsWith('[]') && path === '[]' ? name : `${name}${path}`;
}

/** Longer ways are cut at their end: what a way begins with is what structures are known by. */
function shortened(name: string): string {
  const parts = name.split('->');
  return parts.length - 1 <= DEEPEST ? name : `${parts.slice(0, DEEPEST).join('->')}->`;
}

function merged(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const byName = new Map(places.map((place) => [`${place.isTyped} ${place.names.join(' ')}`, place]));
  return [...byName.values()];
}

function mapAt<K, T>(maps: Map<InlinedFrame, Map<K, T>>, frame: InlinedFrame): Map<K, T> {
  let map = maps.get(frame);
  if (map === undefined) maps.set(frame, (map = new Map()));
  return map;
}
