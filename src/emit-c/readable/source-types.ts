// C types of the source, as debug information has them, written as C again: declarations of variables, and of the
// records that they need. A record is laid out as on the target: where C's own rules would lay it out otherwise, it is
// packed and has bytes in between. Bit-fields are the bytes that hold them.

import type { Member, SourceType } from '../../ir/debug/debug-info.js';
import { Names } from '../names.js';
import { NoCForm } from '../no-c-form.js';
import { type CType, intTypeName } from './c-expression.js';

type RecordType = Extract<SourceType, { kind: 'record' }>;

/** What C's own names mean on the machines that checkers and compilers assume: LP64. */
const usualSizes: Readonly<Record<string, number>> = {
  int: 4,
  'unsigned int': 4,
  short: 2,
  'unsigned short': 2,
  char: 1,
  'signed char': 1,
  'unsigned char': 1,
  long: 8,
  'unsigned long': 8,
  'long long': 8,
  'unsigned long long': 8,
  float: 4,
  double: 8,
  _Bool: 1,
};

/** Does a scalar hold numbers below zero? Plain `char` is said to: whoever reads one converts it first. */
export function isSignedScalar({ name, encoding }: Extract<SourceType, { kind: 'scalar' }>): boolean {
  return encoding === 'signed' || (encoding === 'character' && !name.startsWith('unsigned'));
}

export function scalarName(type: Extract<SourceType, { kind: 'scalar' }>): string {
  if (type.encoding === 'boolean') return '_Bool';
  if (type.encoding === 'float') {
    if (type.size === 4 || type.size === 8) return type.size === 4 ? 'float' : 'double';
    throw new NoCForm(`a number of type ${type.name}`);
  }
  if (usualSizes[type.name] === type.size) return type.name;
  if (![1, 2, 4, 8].includes(type.size)) throw new NoCForm(`a number of type ${type.name}`);
  return `${isSignedScalar(type) ? 'int' : 'uint'}${type.size * 8}_t`;
}

export class SourceTypes {
  /** Not those of <pthread.h> and what it includes. */
  private readonly tags = new Names(undefined, ['timespec', 'tm', 'itimerspec', 'sigevent', 'sched_param']);
  /** By the record as debug information tells it: the name that it has here. */
  private readonly names = new Map<string, { readonly name: string; readonly type: RecordType }>();
  private readonly written = new Map<string, string>();
  private readonly order: string[] = [];
  private readonly values = new Map<string, { readonly name: string; readonly definition: string }>();

  /** `int *table[4]`: a declaration without its semicolon. */
  declaration(type: SourceType, name: string): string {
    switch (type.kind) {
      case 'scalar':
        return `${type.volatile ? 'volatile ' : ''}${scalarName(type)}${name === '' ? '' : ` ${name}`}`;
      case 'record':
        return `${type.volatile ? 'volatile ' : ''}${this.tag(type)}${name === '' ? '' : ` ${name}`}`;
      case 'array':
        return this.declaration(type.element, `${name}[${type.length ?? ''}]`);
      case 'pointer': {
        const target = type.target();
        const pointer = `*${type.volatile ? 'volatile ' : ''}${name}`;
        if (target.kind === 'function') return `void (${pointer})(void)`;
        if (target.kind === 'array') return this.declaration(target, `(${pointer})`);
        return target.kind === 'unknown' ? `void ${pointer}` : this.declaration(target, pointer);
      }
      case 'function':
        return `void ${name === '' ? '' : name}(void)`;
      case 'unknown':
        if (type.size === 0) return `void${name === '' ? '' : ` ${name}`}`;
        return `unsigned char ${name}[${type.size}]`;
    }
  }

  /** As a pointer to it is cast to: `struct s *`. */
  pointerTo(type: SourceType | undefined): string {
    if (type === undefined || type.kind === 'unknown') return 'void *';
    return this.declaration({ kind: 'pointer', size: 0, volatile: false, target: () => type }, '');
  }

  /** A type that values of the IR are held in. */
  valueName(type: CType): string {
    switch (type.kind) {
      case 'int':
        return intTypeName(type.bits, type.signed);
      case 'float':
        return type.bits === 32 ? 'float' : 'double';
      case 'pointer':
        return 'void *';
      case 'parts':
        return this.partsName(type);
    }
  }

  /** A structure as one value: it may alias, since it stands for the bytes of another one. */
  partsName(type: Extract<CType, { kind: 'parts' }>): string {
    const parts = type.parts.map((part) => this.valueName(part.kind === 'int' ? { ...part, signed: false } : part));
    const known = this.values.get(parts.join());
    if (known !== undefined) return `struct ${known.name}`;
    const name = this.tags.pick(
      `parts_${parts.map((p) => (p === 'void *' ? 'pointer' : p.replace('_t', ''))).join('_')}`,
    );
    const members = parts.map((part, n) => `    ${part} part_${n};\n`);
    this.values.set(parts.join(), {
      name,
      definition: `struct ${name} {\n${members.join('')}} __attribute__((may_alias));`,
    });
    return `struct ${name}`;
  }

  /** `struct uart`, declared by and by. */
  tag(type: RecordType): string {
    const key = this.keyOf(type);
    let known = this.names.get(key);
    if (known === undefined) {
      known = { name: this.tags.pick(type.name === '' ? 'unnamed' : type.name), type };
      this.names.set(key, known);
      this.order.push(key);
    }
    return `${type.union ? 'union' : 'struct'} ${known.name}`;
  }

  /** The definitions of all records that were mentioned, what is inside of another one first. */
  definitions(): readonly string[] {
    const done = new Set<string>();
    const texts: string[] = [];
    const define = (key: string): void => {
      if (done.has(key)) return;
      done.add(key);
      const { type } = this.names.get(key)!;
      for (const inner of innerRecords(type)) {
        this.tag(inner);
        define(this.keyOf(inner));
      }
      texts.push(this.definition(type));
    };
    // What a definition mentions is appended to the list on the way.
    for (let n = 0; n < this.order.length; n++) define(this.order[n]!);
    const forward = this.order.map((key) => `${this.tag(this.names.get(key)!.type)};`);
    return [...forward, ...texts, ...[...this.values.values()].map((v) => v.definition)];
  }

  private keyOf(type: RecordType): string {
    const members = type.members().map((m) => `${m.name}:${m.offset}:${m.type.kind}:${m.type.size}`);
    return `${type.union} ${type.name} ${type.size} ${members.join(' ')}`;
  }

  private definition(type: RecordType): string {
    const key = this.keyOf(type);
    const known = this.written.get(key);
    if (known !== undefined) return known;
    const parts = partsOf(type);
    const isPacked = !type.union && !isNatural(type, parts);
    const lines = type.union ? this.unionLines(type, parts) : this.memberLines(type, parts, isPacked);
    const packed = isPacked ? ' __attribute__((packed))' : '';
    const text = `${this.tag(type)} {\n${lines.map((l) => `    ${l}\n`).join('')}}${packed};`;
    this.written.set(key, text);
    return text;
  }

  private memberLines(type: RecordType, parts: readonly Part[], isPacked: boolean): readonly string[] {
    const lines: string[] = [];
    let at = 0;
    for (const part of parts) {
      if (isPacked && part.offset > at) lines.push(`unsigned char gap_${at}[${part.offset - at}];`);
      lines.push(`${this.partText(part)};`);
      at = part.offset + part.size;
    }
    if (isPacked && type.size > at) lines.push(`unsigned char gap_${at}[${type.size - at}];`);
    if (lines.length === 0) lines.push(`unsigned char nothing[${type.size}];`);
    return lines;
  }

  private unionLines(type: RecordType, parts: readonly Part[]): readonly string[] {
    const lines = parts.map((part) => `${this.partText(part)};`);
    return lines.length === 0 ? [`unsigned char nothing[${type.size}];`] : lines;
  }

  private partText(part: Part): string {
    if (part.kind === 'bytes') return `unsigned char ${part.name}[${part.size}]`;
    return this.declaration(withoutVolatile(part.member.type), part.name);
  }
}

/** A member of the C record: one of the source's, or the bytes of bit-fields. */
export type Part = { readonly name: string; readonly offset: number; readonly size: number } & (
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'bytes' }
);

/** How a member is named in the C record: members without a name get one. */
export function memberName(member: Member): string {
  return member.name === '' ? `unnamed_${member.offset}` : member.name;
}

export function partsOf(type: RecordType): readonly Part[] {
  const parts: Part[] = [];
  let bits: { from: number; to: number } | undefined;
  const close = (): void => {
    if (bits !== undefined)
      parts.push({ kind: 'bytes', name: `bits_${bits.from}`, offset: bits.from, size: bits.to - bits.from });
    bits = undefined;
  };
  for (const member of type.members()) {
    if (member.bits === undefined) {
      close();
      parts.push({ kind: 'member', member, name: memberName(member), offset: member.offset, size: member.type.size });
      continue;
    }
    const from = Math.floor(member.bits.offset / 8);
    const to = Math.ceil((member.bits.offset + member.bits.width) / 8);
    if (bits !== undefined && from <= bits.to) bits.to = Math.max(bits.to, to);
    else {
      close();
      bits = { from, to };
    }
  }
  close();
  return parts;
}

function innerRecords(type: RecordType): readonly RecordType[] {
  return type.members().flatMap(({ type: member, bits }) => {
    let inner = member;
    while (inner.kind === 'array') inner = inner.element;
    return inner.kind === 'record' && bits === undefined ? [inner] : [];
  });
}

/** Would C, on a machine where everything is aligned to its size, lay it out the same way? */
function isNatural(type: RecordType, parts: readonly Part[]): boolean {
  let at = 0;
  let widest = 1;
  for (const part of parts) {
    const alignment = part.kind === 'bytes' ? 1 : alignmentOf(part.member.type);
    widest = Math.max(widest, alignment);
    at = Math.ceil(at / alignment) * alignment;
    if (at !== part.offset) return false;
    at += part.size;
  }
  return Math.ceil(at / widest) * widest === type.size;
}

function alignmentOf(type: SourceType): number {
  switch (type.kind) {
    case 'array':
      return alignmentOf(type.element);
    case 'record':
      return Math.max(1, ...type.members().map((m) => (m.bits === undefined ? alignmentOf(m.type) : 1)));
    case 'unknown':
      return 1;
    default:
      return Math.max(1, type.size);
  }
}

/** Members of a volatile record are volatile by that. */
function withoutVolatile(type: SourceType): SourceType {
  return type.kind === 'scalar' || type.kind === 'pointer' || type.kind === 'record'
    ? { ...type, volatile: false }
    : type.kind === 'array'
      ? { ...type, element: withoutVolatile(type.element) }
      : type;
}
