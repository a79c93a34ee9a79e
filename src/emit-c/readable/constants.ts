// Initial values of globals, and other constants, as C by the type that they have in the source: `{ .length = 4 }`
// without the names, in the order of the members. What has no such form gives its bytes.

import type { Member, SourceType } from '../../ir/debug/debug-info.js';
import type { DataLayout } from '../../ir/layout.js';
import type { Type } from '../../ir/type.js';
import type { Constant } from '../../ir/value.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, constantExpression, grouped, Level } from './c-expression.js';
import { isSignedScalar, type Part, partsOf } from './source-types.js';

/** A constant as it lies in memory: numbers as bytes, and what has no number before it is linked. */
interface ConstantImage {
  readonly bytes: Uint8Array;
  /** Addresses, by their offset. */
  readonly addresses: ReadonlyMap<number, Constant>;
}

export class ConstantText {
  constructor(
    private readonly layout: DataLayout,
    private readonly pointer: (constant: Constant) => string | undefined,
  ) {}

  /** A number, or null. */
  expression(c: Constant): CExpression {
    switch (c.kind) {
      case 'float':
        return {
          text: floatText(c.type.format, c.bits),
          level: 1,
          type: { kind: 'float', bits: c.type.format === 'float' ? 32 : 64 },
          isExact: true,
        };
      // A weak name that nothing defines is null.
      case 'global':
      case 'null':
      case 'zero':
      case 'undef':
        if (c.type.kind === 'float') return { text: '0.0', level: 0, type: { kind: 'float', bits: 64 }, isExact: true };
        if (c.type.kind === 'pointer')
          return { text: '0', level: 0, type: { kind: 'pointer', to: undefined }, isExact: true, constant: 0n };
        break;
      case 'int':
        return constantExpression(c.value, c.type.bits);
      case 'expression': {
        const number = numberOf(c);
        if (number !== undefined && c.type.kind === 'int')
          return constantExpression(BigInt.asUintN(c.type.bits, number), c.type.bits);
        if (number !== undefined && c.type.kind === 'pointer')
          return {
            text: `(void *)${constantExpression(BigInt.asUintN(64, number), 64, false).text}`,
            level: 1,
            type: { kind: 'pointer', to: undefined },
            isExact: true,
          };
        if (c.op === 'ptrtoint') {
          const text = this.pointer(c.value);
          if (text !== undefined && c.type.kind === 'int')
            return {
              text: `(uintptr_t)${text}`,
              level: 1,
              type: { kind: 'int', bits: c.type.bits, signed: false },
              isExact: true,
            };
        }
        // The distance of two addresses.
        if ((c.op === 'add' || c.op === 'sub') && c.type.kind === 'int') {
          const [left, right] = [this.expression(c.left), this.expression(c.right)];
          return {
            text: `${grouped(left, Level.sum)} ${c.op === 'add' ? '+' : '-'} ${grouped(right, Level.product)}`,
            level: Level.sum,
            type: { kind: 'int', bits: c.type.bits, signed: false },
            isExact: true,
          };
        }
        if (c.op === 'icmp' && (c.predicate === 'eq' || c.predicate === 'ne') && c.left.type.kind === 'pointer')
          return this.comparison(c.predicate, c.left, c.right);
        break;
      }
    }
    throw new NoCForm('a constant of a form that has no C');
  }

  /** Of addresses, as clang up to 18 asks whether a weak name is defined. */
  private comparison(predicate: 'eq' | 'ne', left: Constant, right: Constant): CExpression {
    const [first, second] = [left, right].map((side): CExpression => {
      const text = this.pointer(side);
      if (text === undefined) return this.expression(side);
      return { text, level: Level.unary, type: { kind: 'pointer', to: undefined }, isExact: true };
    }) as [CExpression, CExpression];
    if (first.constant !== undefined && second.constant !== undefined)
      return constantExpression((first.constant === second.constant) === (predicate === 'eq') ? 1n : 0n, 1, false);
    const relation = predicate === 'eq' ? '==' : '!=';
    return {
      text: `${grouped(first, Level.relation)} ${relation} ${grouped(second, Level.relation)}`,
      level: Level.equality,
      type: { kind: 'int', bits: 1, signed: false },
      isExact: false,
      isNatural: true,
    };
  }

  /** Undefined: all zero. */
  initialiser(c: Constant, type: SourceType | undefined, size: number): string | undefined {
    const image = { bytes: new Uint8Array(size), addresses: new Map<number, Constant>() };
    this.place(c, c.type, 0, image);
    return lastUsed(image, 0, size) < 0 ? undefined : this.text(image, type ?? { kind: 'unknown', size }, 0);
  }

  private text(image: ConstantImage, type: SourceType, at: number): string {
    switch (type.kind) {
      case 'scalar':
        return this.scalar(image, type, at);
      case 'pointer': {
        const target = image.addresses.get(at);
        const text = target && this.pointer(target);
        if (text !== undefined)
          return type.target().kind === 'function' ? `(void (*)(void))${text}` : `(void *)${text}`;
        if (target !== undefined) return this.expression(target).text;
        const value = numberAt(image, at, type.size);
        return value === 0n ? '0' : `(void *)${constantExpression(value, 64, false).text}`;
      }
      case 'array': {
        const { element } = type;
        const last = lastUsed(image, at, type.size);
        const isText = element.kind === 'scalar' && element.name === 'char' && last < type.size - 1;
        if (isText && !hasAddress(image, at, type.size)) return stringOf([...image.bytes.subarray(at, at + last + 1)]);
        const count = element.size === 0 ? 0 : Math.floor(last / element.size) + 1;
        const elements = Array.from({ length: count }, (_, n) => this.text(image, element, at + n * element.size));
        return `{ ${elements.join(', ') || '0'} }`;
      }
      case 'record': {
        // An empty structure has nothing to initialise.
        const parts = partsOf(type).filter((p) => p.size > 0);
        if (type.union) return this.union(image, parts, type.size, at);
        const used = parts.findLastIndex((p) => lastUsed(image, at + p.offset, p.size) >= 0);
        const texts = parts.slice(0, used + 1).map((p) => `.${p.name} = ${this.part(image, p, at)}`);
        return `{ ${texts.join(', ') || '0'} }`;
      }
      default: {
        if (hasAddress(image, at, type.size)) throw new NoCForm('an initial address in memory without a type');
        return `{ ${[...image.bytes.subarray(at, at + type.size)].join(', ')} }`;
      }
    }
  }

  /** By the first member that has all of it. */
  private union(image: ConstantImage, parts: readonly Part[], size: number, at: number): string {
    const last = lastUsed(image, at, size);
    if (last < 0) return '{ 0 }';
    let refusal = new NoCForm('an initial value of a union that no member has');
    for (const part of parts) {
      if (last >= part.size) continue;
      try {
        return `{ .${part.name} = ${this.part(image, part, at)} }`;
      } catch (thrown) {
        if (!(thrown instanceof NoCForm)) throw thrown;
        refusal = thrown;
      }
    }
    throw refusal;
  }

  private part(image: ConstantImage, part: Part, at: number): string {
    if (part.kind === 'member') return this.text(image, part.member.type, at + part.offset);
    return this.text(image, { kind: 'unknown', size: part.size }, at + part.offset);
  }

  private scalar(image: ConstantImage, type: Extract<SourceType, { kind: 'scalar' }>, at: number): string {
    const address = image.addresses.get(at);
    if (address?.type.kind === 'int' && this.layout.storeSize(address.type) === type.size)
      return this.expression(address).text;
    if (hasAddress(image, at, type.size)) throw new NoCForm('a part of an address as an initial value');
    const value = numberAt(image, at, type.size);
    if (type.encoding !== 'float') return constantExpression(value, type.size * 8, isSignedScalar(type)).text;
    return value === 0n ? '0' : floatText(type.size === 4 ? 'float' : type.size === 8 ? 'double' : type.name, value);
  }

  private place(
    c: Constant,
    type: Type,
    at: number,
    image: { bytes: Uint8Array; addresses: Map<number, Constant> },
  ): void {
    switch (c.kind) {
      case 'aggregate':
        return c.elements.forEach((element, n) => {
          const offset =
            type.kind === 'struct'
              ? this.layout.fieldOffset(type, n)
              : n * this.layout.allocationSize(type.kind === 'array' || type.kind === 'vector' ? type.element : type);
          this.place(element, element.type, at + offset, image);
        });
      case 'bytes':
        return image.bytes.set(c.bytes, at);
      case 'int':
      case 'float': {
        const bits = c.kind === 'int' ? c.value : c.bits;
        for (let n = 0; n < this.layout.storeSize(type) && at + n < image.bytes.length; n++)
          image.bytes[at + n] = Number((bits >> BigInt(8 * n)) & 0xffn);
        return;
      }
      case 'zero':
      case 'null':
      case 'undef':
        return;
      default:
        image.addresses.set(at, c);
    }
  }
}

/** As it is computed from numbers and offsets within what null would point to: `container_of` is one. */
function numberOf(c: Constant): bigint | undefined {
  if (c.kind === 'null') return 0n;
  if (c.kind === 'int') return c.value;
  if (c.kind !== 'expression') return undefined;
  switch (c.op) {
    case 'getelementptr': {
      const base = numberOf(c.base);
      return base === undefined ? undefined : base + BigInt(c.offset);
    }
    case 'inttoptr':
    case 'ptrtoint':
    case 'trunc':
      return numberOf(c.value);
    case 'add':
    case 'sub':
    case 'mul': {
      const [left, right] = [numberOf(c.left), numberOf(c.right)];
      if (left === undefined || right === undefined) return undefined;
      return c.op === 'add' ? left + right : c.op === 'sub' ? left - right : left * right;
    }
    default:
      return undefined;
  }
}

export function mentionsAddress(c: Constant): boolean {
  if (c.kind === 'aggregate') return c.elements.some(mentionsAddress);
  return c.kind === 'global' || c.kind === 'expression';
}

/** The last byte of so many that is not zero, from their beginning; -1: all are. */
function lastUsed({ bytes, addresses }: ConstantImage, at: number, size: number): number {
  for (let n = size - 1; n >= 0; n--) if (bytes[at + n] !== 0 || addresses.has(at + n)) return n;
  return -1;
}

/** What the compiler takes a constant for: where the source has no type for it. */
export function compilersType(type: Type, layout: DataLayout): SourceType | undefined {
  const size = layout.allocationSize(type);
  switch (type.kind) {
    case 'pointer':
      return { kind: 'pointer', size, volatile: false, target: () => ({ kind: 'unknown', size: 0 }) };
    case 'int':
      return { kind: 'scalar', name: '', size, encoding: 'unsigned', volatile: false };
    case 'float':
      return { kind: 'scalar', name: type.format, size, encoding: 'float', volatile: false };
    case 'array': {
      const element = compilersType(type.element, layout);
      return element && { kind: 'array', size, length: type.length, element };
    }
    case 'struct': {
      const members = (type.fields ?? []).map((field, n) => ({
        name: `part_${n}`,
        offset: layout.fieldOffset(type, n),
        type: compilersType(field, layout),
      }));
      if (members.some((m) => m.type === undefined)) return undefined;
      return {
        kind: 'record',
        name: '',
        union: false,
        size,
        volatile: false,
        members: () => members as readonly Member[],
      };
    }
    default:
      return undefined;
  }
}

function hasAddress({ addresses }: ConstantImage, at: number, size: number): boolean {
  return [...addresses.keys()].some((offset) => offset >= at && offset < at + size);
}

function numberAt({ bytes }: ConstantImage, at: number, size: number): bigint {
  return bytes.subarray(at, at + size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** Printable text, everything else in octal of full length. */
function stringOf(bytes: readonly number[]): string {
  const text = bytes.map((b) => {
    const c = String.fromCharCode(b);
    return b >= 32 && b < 127 && c !== '"' && c !== '\\' && c !== '?' ? c : `\\${b.toString(8).padStart(3, '0')}`;
  });
  return `"${text.join('')}"`;
}

function floatText(format: string, bits: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  if (format === 'float') view.setUint32(0, Number(bits));
  else if (format === 'double') view.setBigUint64(0, bits);
  else throw new NoCForm(`a number of type ${format}`);
  const value = format === 'float' ? view.getFloat32(0) : view.getFloat64(0);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '(0.0 / 0.0)' : value < 0 ? '(-1.0 / 0.0)' : '(1.0 / 0.0)';
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${format === 'float' ? 'f' : ''}`;
}
