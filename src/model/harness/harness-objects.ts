// The arguments of a harness: numbers are arbitrary; a pointer leads to an object of the type that it is declared with,
// one for each type, so that what one function fills in another finds. Pointers inside of such objects lead to objects
// of their own, but for those to the same type, which are null: lists end. Objects begin as static ones do, as zeros.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { IrFunction, IrModule } from '../../ir/module.js';
import { pointedTo } from '../entries.js';
import { type Arguments, callText, declarationOf } from './harness-names.js';

/** How deep pointers inside of objects are followed. */
const MAX_DEPTH = 3;
/** Bytes behind a pointer to characters, or to nothing in particular. */
const BUFFER = 4;

interface FreshObject {
  readonly name: string;
  readonly declaration: string;
  readonly what: string;
}

/** Structures that are passed or returned by value have no type here. */
export function needsStructure(fn: IrFunction): boolean {
  const isPlain = (kind: string): boolean => kind === 'int' || kind === 'pointer' || kind === 'float';
  const isOdd = fn.type.parameters.some(
    (type) => !isPlain(type.kind) || (type.kind === 'int' && ![1, 8, 16, 32, 64].includes(type.bits)),
  );
  return isOdd || (fn.byValue?.size ?? 0) > 0 || !(fn.type.returns.kind === 'void' || isPlain(fn.type.returns.kind));
}

export class HarnessObjects {
  private readonly objects = new Map<string, FreshObject>();
  private readonly links: string[] = [];
  private readonly constructors: IrFunction[] = [];
  private callbacks = 0;

  constructor(private readonly module: IrModule) {}

  /** `given`: what pointers are. */
  argumentsOf(fn: IrFunction, given?: string): Arguments {
    return fn.type.parameters.map((type, n) => {
      if (type.kind === 'float') return `preempt_nondet_${type.format === 'float' ? 'float' : 'double'}()`;
      if (type.kind === 'int') return type.bits === 1 ? 'preempt_nondet_bool()' : `preempt_nondet_u${type.bits}()`;
      return given ?? this.pointer(pointedTo(this.module, fn, n), 0);
    });
  }

  declarations(): readonly string[] {
    const all = [...this.objects.values()].map(({ declaration }) => declaration);
    const callbacks = this.callbacks === 0 ? [] : ['extern void preempt_driven_callback(void);'];
    const constructors = this.constructors.map(declarationOf);
    return all.length + callbacks.length === 0 ? [] : [...constructors, '', ...callbacks, ...all];
  }

  initialisation(): readonly string[] {
    return this.links;
  }

  assumptions(): readonly string[] {
    const kinds = [...this.objects.values()].map(({ what }) => what);
    if (kinds.length === 0) return [];
    return [`driven: pointers lead to ${kinds.join(', ')}, one of each, zero at first; nothing else knows them`];
  }

  private pointer(target: SourceType | undefined, depth: number): string {
    if (target?.kind === 'function') {
      this.callbacks++;
      return 'preempt_driven_callback';
    }
    if (target?.kind === 'record' && target.size > 0) return `&${this.record(target, depth)}`;
    if (target?.kind === 'pointer') return `&${this.plain('pointer', 'void *', 'a pointer')}`;
    if (target?.kind === 'scalar' && target.size > 1) {
      const type = target.encoding === 'float' ? floatType(target.size) : `uint${8 * target.size}_t`;
      return this.plain(`${type.replace(/_t$/, '')}_cells`, type, `${BUFFER} numbers of ${target.size} bytes`, BUFFER);
    }
    if (target?.kind === 'array' && target.size > 0)
      return this.plain(`array_${target.size}`, 'unsigned char', `${target.size} bytes`, target.size);
    return this.plain('bytes', 'unsigned char', `${BUFFER} bytes`, BUFFER);
  }

  private plain(name: string, type: string, what: string, length?: number): string {
    const key = `driven_${name}`;
    const array = length === undefined ? '' : `[${length}]`;
    if (!this.objects.has(key))
      this.objects.set(key, { name: key, what, declaration: `static ${type} ${key}${array};` });
    return key;
  }

  private record(type: SourceType & { kind: 'record' }, depth: number): string {
    const shown = type.name === '' ? `record_of_${type.size}_bytes` : type.name;
    const key = `driven_${shown.replace(/\W+/g, '_')}`;
    if (this.objects.has(key)) return key;
    const width = this.module.layout.pointerSize(0);
    const layout = `__attribute__((packed, aligned(${ALIGNMENT})))`;
    const declaration = `static struct { ${fields(type, width)} } ${layout} ${key};`;
    this.objects.set(key, { name: key, what: `a ${shown}`, declaration });
    if (depth >= MAX_DEPTH) return key;
    const begin = constructorOf(this.module, type.name);
    if (begin !== undefined) {
      this.constructors.push(begin);
      const [, ...given] = this.argumentsOf(begin);
      this.links.push(`    ${callText(begin, [`&${key}`, ...given])};`);
      return key;
    }
    for (const member of type.members()) {
      if (member.type.kind !== 'pointer' || member.type.size !== width || !isName(member.name)) continue;
      if (type.union) continue;
      const target = member.type.target();
      if (target.kind === 'record' && target.name === type.name) continue;
      this.links.push(`    ${key}.${member.name} = (void *)${this.pointer(target, depth + 1)};`);
    }
    return key;
  }
}

/** No type needs more. */
const ALIGNMENT = 8;

const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.test(name);
const keywords = /^(?:class|new|delete|this|template|private|public|int|char|long|short|void|default|register)$/;

/** Members at their places, as far as plain C can name them; bytes for all else. */
function fields(type: SourceType & { kind: 'record' }, pointerBytes: number): string {
  const parts: string[] = [];
  let at = 0;
  const fill = (to: number): void => {
    if (to > at) parts.push(`unsigned char bytes_${at}[${to - at}];`);
    at = Math.max(at, to);
  };
  const members = type.union ? [] : type.members().toSorted((a, b) => a.offset - b.offset);
  for (const { name, type: of, offset, bits } of members) {
    const written = bits === undefined && isName(name) ? fieldType(of, pointerBytes) : undefined;
    if (written === undefined || offset < at) continue;
    fill(offset);
    parts.push(`${written.type} ${name}${written.array};`);
    at += of.size;
  }
  fill(type.size);
  return parts.join(' ');
}

function fieldType(type: SourceType, pointerBytes: number): { type: string; array: string } | undefined {
  if (type.kind === 'pointer' && type.size === pointerBytes) return { type: 'void *', array: '' };
  if (type.kind === 'scalar' && [1, 2, 4, 8].includes(type.size))
    return { type: type.encoding === 'float' ? floatType(type.size) : `uint${8 * type.size}_t`, array: '' };
  if (type.kind !== 'array' || type.length === undefined || type.length === 0) return undefined;
  const element = fieldType(type.element, pointerBytes);
  return element === undefined ? undefined : { ...element, array: `[${type.length}]${element.array}` };
}

function floatType(size: number): string {
  return size === 4 ? 'float' : 'double';
}

/** Of a class of C++: the constructor that needs least. */
function constructorOf(module: IrModule, name: string): IrFunction | undefined {
  const begin = new RegExp(`^_ZN${name.length}${name}C[12]E(?!RKS_|OS_)`);
  const all = [...module.functions.values()].filter((fn) => fn.blocks.length > 0 && begin.test(fn.name));
  return all.filter((fn) => !needsStructure(fn)).sort((a, b) => a.parameters.length - b.parameters.length)[0];
}
