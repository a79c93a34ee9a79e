// A program as C that reads like its source: its globals, its functions, its types and names. What all functions of one
// file share is here: names, the types that they mention, what of memory others can see.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import type { DebugInfo, SourceType } from '../../ir/debug/debug-info.js';
import type { Call, Instruction, Load, Store } from '../../ir/instruction.js';
import type { DataLayout } from '../../ir/layout.js';
import type { GlobalVariable, IrFunction } from '../../ir/module.js';
import type { Type } from '../../ir/type.js';
import type { Constant, Operand } from '../../ir/value.js';
import { visibleBytes } from '../../machine/memory/visible-bytes.js';
import { pieceOffsets } from '../../machine/stepping/accessed.js';
import { functionName } from '../../model/known-calls.js';
import type { Access, Program, Region } from '../../model/program.js';
import { registerName } from '../../model/registers.js';
import { Names, renamed } from '../names.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, type CType, grouped, Level } from './c-expression.js';
import { ConstantText, compilersType, mentionsAddress } from './constants.js';
import type { MemoryPlace } from './place.js';
import { typedPlace } from './place.js';
import { SourceTypes } from './source-types.js';

/** Something that has no C form, and where it is. */
export class LocatedNoCForm extends NoCForm {
  constructor(
    message: string,
    readonly place: SourcePlace | undefined,
  ) {
    super(message);
  }
}

const CHAR: SourceType = { kind: 'scalar', name: 'char', size: 1, encoding: 'character', volatile: false };

export class ModuleText {
  readonly types = new SourceTypes();
  readonly names: Names;
  readonly layout: DataLayout;
  readonly pointerBits: number;
  readonly constants: ConstantText;
  /** Functions that were mentioned, in that order. */
  readonly mentioned: string[] = [];
  readonly libraryUsed = new Set<string>();
  readonly aliasTypes = new Set<string>();
  usesPieces = false;
  /** The name of an `int` that every function is given first, and hands on. */
  extraParameter: string | undefined;
  private readonly functions = new Map<string, string>();
  /** By symbol. */
  private readonly given = new Map<string, string>();
  private readonly globals = new Map<string, { readonly name: string; readonly type: SourceType }>();
  private readonly globalOrder: string[] = [];
  private readonly accesses = new Map<Instruction, Access[]>();

  constructor(
    readonly program: Program,
    /** The function as it is written; `undefined`: there is none. */
    readonly functionOf: (symbol: string) => IrFunction | undefined,
    reserved: Iterable<string>,
    /** Behind the name of each function: where its name itself would mean something. */
    private readonly suffix = '',
  ) {
    this.names = new Names(undefined, reserved);
    // Before any function is written: what is inside of one must not hide what it names later.
    const { module } = program;
    for (const symbol of module.functions.keys()) this.given.set(symbol, this.names.pick(this.wishOf(symbol)));
    for (const [symbol, { sourceName }] of module.globals)
      this.given.set(symbol, this.names.pick(sourceName.replace(/^\.str/, 'text')));
    this.layout = program.module.layout;
    this.pointerBits = program.target.pointerBytes * 8;
    this.constants = new ConstantText(this.layout, (c) => {
      const place = this.constantPlace(c);
      return place === undefined ? undefined : grouped(this.addressText(place), Level.unary);
    });
    for (const access of program.accesses) {
      const list = this.accesses.get(access.instruction);
      if (list === undefined) this.accesses.set(access.instruction, [access]);
      else list.push(access);
    }
  }

  debugOf(fn: IrFunction): DebugInfo {
    return this.program.module.units[fn.unit]!.debug;
  }

  sizeOf(type: Type): number {
    return this.layout.storeSize(type);
  }

  located(thrown: NoCForm, place: SourcePlace | undefined): NoCForm {
    return thrown instanceof LocatedNoCForm ? thrown : new LocatedNoCForm(thrown.message, place);
  }

  // ---- what others can see -----------------------------------------------------------------------------------------

  accessesOf(original: Instruction): readonly Access[] {
    return this.accesses.get(original) ?? [];
  }

  /** May two contexts access the bytes, one of them writing, or are they a device's? */
  isVisible(region: Region): boolean {
    const object = this.program.objects[region.object]!;
    if (object.kind === 'device' || object.kind === 'unknown') return true;
    const visible = visibleBytes(this.program, region.object);
    if (visible === undefined) return this.program.shared.some((s) => s.object === region.object);
    const from = region.stride === 0 ? region.offset : region.low;
    const to = region.stride === 0 ? region.offset + region.size : region.high - 1 + region.size;
    return visible.some(Math.max(0, from), Math.min(to, (object.size ?? to) + 8));
  }

  isDevice(original: Instruction): boolean {
    const regions = this.accessesOf(original).flatMap((a) => a.regions);
    return regions.length > 0 && regions.every((r) => this.program.objects[r.object]!.kind === 'device');
  }

  /** The device register that it accesses, if that is a single one. */
  deviceName(original: Instruction): string | undefined {
    const { objects, platform } = this.program;
    const regions = this.accessesOf(original).flatMap((a) => a.regions);
    const names = new Set(
      regions.map((r) => {
        const { name, symbol } = objects[r.object]!;
        return symbol === '' ? registerName(platform, r.offset, r.size) : name;
      }),
    );
    return names.size === 1 && regions[0]!.stride === 0 ? [...names][0] : undefined;
  }

  /** Which sides of a memcpy, memmove or memset others can see. */
  blockIsShared(original: Instruction): { readonly from: boolean; readonly to: boolean } {
    const sides = (operation: 'R' | 'W'): boolean =>
      this.accessesOf(original).some((a) => a.operation === operation && a.regions.some((r) => this.isVisible(r)));
    return { from: sides('R'), to: sides('W') };
  }

  /** Bytes of a piece, where the target makes the access in several. */
  piecesOf(i: Load | Store): number | undefined {
    const size = this.sizeOf(i.op === 'load' ? i.result.type : i.value.type);
    const pieces = pieceOffsets({ program: this.program }, i, size);
    return pieces.length > 1 ? size / pieces.length : undefined;
  }

  /** Could a function write through this pointer? Not to constants. */
  mayBeWritten(operand: Operand): boolean {
    if (operand.kind === 'null') return false;
    const place = operand.kind === 'register' ? undefined : this.globalOf(operand);
    return place === undefined || this.program.module.globals.get(place.symbol)?.constant !== true;
  }

  // ---- names -------------------------------------------------------------------------------------------------------

  functionName(symbol: string): string {
    const known = this.functions.get(symbol);
    if (known !== undefined) return known;
    const fn = this.functionOf(symbol);
    const name = this.given.get(symbol) ?? this.names.pick(this.wishOf(symbol));
    this.functions.set(symbol, name);
    if (fn !== undefined && fn.blocks.length > 0) this.mentioned.push(symbol);
    return name;
  }

  private wishOf(symbol: string): string {
    const source = this.functionOf(symbol)?.sourceName ?? symbol;
    return `${source === 'main' ? 'program_main' : source}${this.suffix}`;
  }

  globalName(symbol: string): { readonly name: string; readonly type: SourceType } {
    const known = this.globals.get(symbol);
    if (known !== undefined) return known;
    const global = this.program.module.globals.get(symbol);
    if (global === undefined) throw new NoCForm(`${symbol}, which nothing defines`);
    const type = this.globalType(global);
    const named = { name: this.given.get(symbol)!, type };
    this.globals.set(symbol, named);
    this.globalOrder.push(symbol);
    return named;
  }

  private globalType(global: GlobalVariable): SourceType {
    const size = this.layout.allocationSize(global.type);
    const known = this.program.module.units[global.unit]?.debug.globalVariable(global.debug)?.type;
    if (known !== undefined && known.size === size) return known;
    const hasAddresses = global.initializer !== undefined && mentionsAddress(global.initializer);
    const made = hasAddresses ? compilersType(global.type, this.layout) : undefined;
    if (made !== undefined) return made;
    if (global.type.kind === 'array' && global.type.element.kind === 'int' && global.type.element.bits === 8)
      return {
        kind: 'array',
        size,
        length: size,
        element: CHAR,
      };
    return {
      kind: 'array',
      size,
      length: size,
      element: { kind: 'scalar', name: 'unsigned char', size: 1, encoding: 'character', volatile: false },
    };
  }

  /** Definitions of all globals that were mentioned; an initial value may mention more of them. */
  globalDefinitions(): readonly string[] {
    const definitions: string[] = [];
    const texts: string[] = [];
    for (let n = 0; n < this.globalOrder.length; n++) {
      const symbol = this.globalOrder[n]!;
      const global = this.program.module.globals.get(symbol)!;
      const { name, type } = this.globals.get(symbol)!;
      const size = this.layout.allocationSize(global.type);
      const initial = this.initialValue(global, type, size);
      const isText = global.linkage === 'private' && global.constant;
      const aligned =
        type.kind === 'array' && type.element.kind === 'scalar' && type.element.name === 'unsigned char'
          ? ' __attribute__((aligned(16)))'
          : '';
      // Nobody declares a text: it stands before what mentions it.
      const list = global.linkage === 'private' ? texts : definitions;
      list.push(
        `${isText ? 'static ' : ''}${this.types.declaration(type, name)}${aligned}${initial === undefined ? '' : ` = ${initial}`};${isText ? '' : renamed(global.sourceName, name)}`,
      );
    }
    return [...texts.reverse(), ...definitions];
  }

  private initialValue(global: GlobalVariable, type: SourceType, size: number): string | undefined {
    if (global.initializer === undefined) return undefined;
    try {
      return this.constants.initialiser(global.initializer, type, size);
    } catch (thrown) {
      if (!(thrown instanceof NoCForm)) throw thrown;
      throw this.located(thrown, this.program.module.units[global.unit]?.debug.globalVariable(global.debug)?.place);
    }
  }

  /** Names only: initial values may point to one another. */
  globalDeclarations(): readonly string[] {
    return this.globalOrder.flatMap((symbol) => {
      const global = this.program.module.globals.get(symbol)!;
      const { name, type } = this.globals.get(symbol)!;
      return global.linkage === 'private' ? [] : [`extern ${this.types.declaration(type, name)};`];
    });
  }

  // ---- places and pointers -----------------------------------------------------------------------------------------

  private globalOf(c: Constant): { readonly symbol: string; readonly offset: number } | undefined {
    if (c.kind === 'global') {
      const alias = this.program.module.aliases.get(c.name);
      if (alias !== undefined) return this.globalOf(alias.target);
      return this.program.module.globals.has(c.name) ? { symbol: c.name, offset: 0 } : undefined;
    }
    if (c.kind !== 'expression') return undefined;
    if (c.op === 'getelementptr') {
      const base = this.globalOf(c.base);
      return base && { ...base, offset: base.offset + c.offset };
    }
    return (c.op === 'bitcast' || c.op === 'addrspacecast') && 'value' in c ? this.globalOf(c.value) : undefined;
  }

  /** The object that a constant points to; a function is an object of its own. */
  constantPlace(c: Constant): MemoryPlace | undefined {
    const global = this.globalOf(c);
    if (global !== undefined) {
      const { name, type } = this.globalName(global.symbol);
      return { base: name, isPointer: false, type, offset: global.offset, scaled: [] };
    }
    const fn = functionName(this.program.module, c);
    if (fn === undefined) return undefined;
    return {
      base: this.functionName(fn),
      isPointer: false,
      type: { kind: 'function', size: 0, constPointees: () => new Set() },
      offset: 0,
      scaled: [],
    };
  }

  /** A pointer to a place. */
  addressText(place: MemoryPlace): CExpression {
    if (place.type?.kind === 'function')
      return { text: place.base, level: 0, type: { kind: 'pointer', to: place.type, isFunction: true }, isExact: true };
    if (place.isPointer && place.offset === 0 && place.scaled.length === 0)
      return { text: place.base, level: 0, type: { kind: 'pointer', to: place.type }, isExact: true };
    // An array stands for its first element, which it decays to.
    const typed = typedPlace(place, (t) => t.kind !== 'array');
    if (typed !== undefined) {
      const text = typed.text.startsWith('*') ? typed.text.slice(1) : `&${typed.text}`;
      return { text, level: Level.unary, type: { kind: 'pointer', to: typed.type }, isExact: true };
    }
    return this.byteAddress(place);
  }

  byteAddress(place: MemoryPlace): CExpression {
    const object = place.isPointer ? place.base : `&${place.base}`;
    const terms = place.scaled.map(({ text, scale }) => ` + ${text} * ${scale}`);
    if (place.offset !== 0) terms.push(place.offset < 0 ? ` - ${-place.offset}` : ` + ${place.offset}`);
    const text = `(char *)${object}${terms.join('')}`;
    return {
      text,
      level: terms.length === 0 ? Level.unary : Level.sum,
      type: { kind: 'pointer', to: CHAR },
      isExact: true,
    };
  }

  /** For an access whose place has no such type: whatever it was declared as, it is accessed as this. */
  aliasType(type: Type): string {
    const value = valueType(type);
    if (value.kind === 'parts') return this.types.partsName(value);
    // As wide as what holds it, it would reach beyond.
    if (value.kind === 'int' && ![8, 16, 32, 64].includes(value.bits))
      throw new NoCForm(`an integer of ${value.bits} bits`);
    const name = this.types.valueName(value.kind === 'int' ? { ...value, signed: false } : value);
    const alias = `raw_${type.kind === 'pointer' ? 'pointer' : name.replace('_t', '')}`;
    this.aliasTypes.add(`typedef ${name} ${alias} __attribute__((may_alias));`);
    return alias;
  }

  /** `struct s *`, as it would be declared. */
  pointerText(value: CExpression): string {
    if (value.type.kind !== 'pointer') return '';
    if (value.type.isFunction === true) return 'void (*)(void)';
    return this.types.pointerTo(value.type.to);
  }

  /** A pointer as one to `target`, without a warning. */
  asPointer(value: CExpression, target: SourceType): string {
    if (target.kind === 'function') return `(void (*)(void))${grouped(value, Level.unary)}`;
    const wanted = this.types.pointerTo(target);
    const has = this.pointerText(value);
    if (
      has === wanted ||
      wanted === 'void *' ||
      (has === 'void *' && value.type.kind === 'pointer' && value.type.isFunction !== true)
    )
      return grouped(value, Level.choice);
    return `(${wanted})${grouped(value, Level.unary)}`;
  }

  // ---- functions ---------------------------------------------------------------------------------------------------

  returnType(fn: IrFunction): CType | undefined {
    if (fn.type.returns.kind === 'void') return undefined;
    const source = this.debugOf(fn).subprogram(fn.debug)?.returns();
    const { returns } = fn.type;
    if (returns.kind === 'pointer')
      return { kind: 'pointer', to: source?.kind === 'pointer' ? source.target() : undefined };
    if (returns.kind === 'int') {
      const isSigned = source?.kind === 'scalar' ? source.encoding === 'signed' || source.name === 'char' : true;
      const bits = returns.bits === 1 ? 8 : returns.bits;
      return { kind: 'int', bits, signed: isSigned };
    }
    return valueType(returns);
  }

  returned(value: CExpression, fn: IrFunction): string {
    const type = this.returnType(fn);
    return type?.kind === 'pointer' && value.constant === undefined && type.to !== undefined
      ? this.asPointer(value, type.to)
      : value.text;
  }

  resultType(i: Call): CType {
    const name = functionName(this.program.module, i.callee as Operand);
    const fn = name === undefined ? undefined : this.functionOf(name);
    return (fn === undefined ? undefined : this.returnType(fn)) ?? valueType(i.result!.type);
  }

  /** The structure that a function is given a copy of. */
  copiedParameter(symbol: string, n: number): SourceType {
    const fn = this.functionOf(symbol)!;
    const { index } = fn.parameters[n]!;
    for (const i of fn.blocks.flatMap((b) => b.instructions)) {
      if (i.op !== 'debug-declare' || i.address.kind !== 'register' || i.address.index !== index) continue;
      const type = this.debugOf(fn).localVariable(i.variable)?.type;
      if (type?.kind === 'record') return type;
    }
    throw new NoCForm('a structure that is passed by value, of a type that is not known');
  }

  /** How the parameter of a function is declared, where it is a pointer. */
  parameterType(symbol: string, n: number): string | undefined {
    return this.parameterTypes(symbol)[n];
  }

  private readonly parameters = new Map<string, readonly (string | undefined)[]>();

  private parameterTypes(symbol: string): readonly (string | undefined)[] {
    const known = this.parameters.get(symbol);
    if (known !== undefined) return known;
    const fn = this.functionOf(symbol)!;
    const found: (string | undefined)[] = fn.parameters.map((p) => (p.type.kind === 'pointer' ? 'void *' : undefined));
    const homes = new Map<number, number>();
    for (const i of fn.blocks.flatMap((b) => b.instructions)) {
      if (
        i.op === 'store' &&
        i.value.kind === 'register' &&
        i.value.index < fn.parameters.length &&
        i.address.kind === 'register'
      )
        homes.set(i.address.index, i.value.index);
      if (i.op !== 'debug-declare' || i.address.kind !== 'register') continue;
      const variable = this.debugOf(fn).localVariable(i.variable);
      const home = homes.get(i.address.index);
      if (variable?.type.kind === 'pointer' && home !== undefined) {
        const target = variable.type.target();
        found[home] = target.kind === 'function' ? 'void (*)(void)' : this.types.pointerTo(target);
      }
    }
    // The declaration may stand before the store of the parameter.
    for (const i of fn.blocks.flatMap((b) => b.instructions)) {
      if (i.op !== 'debug-declare' || i.address.kind !== 'register') continue;
      const home = homes.get(i.address.index);
      const variable = this.debugOf(fn).localVariable(i.variable);
      if (home === undefined || variable?.type.kind !== 'pointer') continue;
      const target = variable.type.target();
      found[home] = target.kind === 'function' ? 'void (*)(void)' : this.types.pointerTo(target);
    }
    this.parameters.set(symbol, found);
    return found;
  }

  /** `int (*)(void *)`: what a call through a pointer takes it for. */
  functionPointer(i: Call): string {
    const text = (type: Type): string => (type.kind === 'void' ? 'void' : this.types.valueName(valueType(type)));
    const given = [...(this.extraParameter === undefined ? [] : ['int']), ...i.functionType.parameters.map(text)];
    return `${text(i.functionType.returns)} (*)(${given.join(', ') || 'void'})`;
  }
}

/** How a value of the IR is held in C where nothing else is known of it. */
export function valueType(type: Type): CType {
  if (type.kind === 'int') return { kind: 'int', bits: type.bits, signed: type.bits >= 32 };
  if (type.kind === 'float' && (type.format === 'float' || type.format === 'double'))
    return { kind: 'float', bits: type.format === 'float' ? 32 : 64 };
  if (type.kind === 'pointer') return { kind: 'pointer', to: undefined };
  if (type.kind === 'struct' && !type.packed && type.fields !== undefined && type.fields.length > 0)
    return { kind: 'parts', parts: type.fields.map(valueType) };
  if (type.kind === 'vector')
    return { kind: 'parts', parts: Array.from({ length: type.length }, () => valueType(type.element)) };
  throw new NoCForm('a structure that is passed as one value');
}
