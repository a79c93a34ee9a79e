// Initial values of globals, and other constants, as C by the type that they have in the source: `{ .length = 4 }`
// without the names, in the order of the members. What has no such form gives its bytes.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { DataLayout } from '../../ir/layout.js';
import type { Type } from '../../ir/type.js';
import type { Constant } from '../../ir/value.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, constantExpression } from './c-expression.js';
import { isSignedScalar, partsOf } from './source-types.js';

/** A number or pointer at an offset of a constant. */
interface Leaf {
  readonly offset: number;
  readonly type: Type;
  readonly constant: Constant;
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
      case 'expression':
        if (c.op === 'inttoptr' && c.value.kind === 'int')
          return {
            text: `(void *)${constantExpression(c.value.value, 64, false).text}`,
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
        break;
    }
    throw new NoCForm('a constant of a form that has no C');
  }

  /** Undefined: all zero. */
  initialiser(c: Constant, type: SourceType | undefined, size: number): string | undefined {
    const leaves = this.leaves(c, c.type, 0).filter((leaf) => !isZero(leaf.constant));
    if (leaves.length === 0) return undefined;
    return this.text(leaves, type ?? { kind: 'unknown', size }, 0);
  }

  private text(leaves: readonly Leaf[], type: SourceType, at: number): string {
    const inside = leaves.filter((leaf) => leaf.offset >= at && leaf.offset < at + type.size);
    switch (type.kind) {
      case 'scalar':
      case 'pointer':
        return this.scalar(inside, type, at);
      case 'array': {
        if (
          type.element.kind === 'scalar' &&
          type.element.name === 'char' &&
          inside.every((l) => l.constant.kind === 'int')
        ) {
          const bytes = Array.from({ length: type.size }, (_, n) => {
            const leaf = inside.find((l) => l.offset === at + n)?.constant;
            return leaf?.kind === 'int' ? Number(leaf.value) : 0;
          });
          if (bytes.at(-1) === 0) return stringOf(bytes.slice(0, bytes.findLastIndex((b) => b !== 0) + 1));
        }
        const last = Math.max(...inside.map((leaf) => leaf.offset), at);
        const count = type.element.size === 0 ? 0 : Math.floor((last - at) / type.element.size) + 1;
        const elements = Array.from({ length: count }, (_, n) =>
          this.text(inside, type.element, at + n * type.element.size),
        );
        return `{ ${elements.join(', ') || '0'} }`;
      }
      case 'record': {
        const parts = partsOf(type);
        const used = parts.findLastIndex((p) =>
          inside.some((l) => l.offset >= at + p.offset && l.offset < at + p.offset + p.size),
        );
        if (type.union) {
          const part = parts.find((p) => inside.every((l) => l.offset < at + p.offset + p.size));
          if (part === undefined || used === -1) return '{ 0 }';
          return `{ .${part.name} = ${this.part(inside, part, at)} }`;
        }
        return `{ ${
          parts
            .slice(0, used + 1)
            .map((p) => `.${p.name} = ${this.part(inside, p, at)}`)
            .join(', ') || '0'
        } }`;
      }
      default: {
        const bytes = Array.from({ length: type.size }, (_, n) => String(byteAt(inside, at + n, this.layout)));
        return `{ ${bytes.join(', ')} }`;
      }
    }
  }

  private part(leaves: readonly Leaf[], part: ReturnType<typeof partsOf>[number], at: number): string {
    if (part.kind === 'member') return this.text(leaves, part.member.type, at + part.offset);
    return this.text(leaves, { kind: 'unknown', size: part.size }, at + part.offset);
  }

  private scalar(
    leaves: readonly Leaf[],
    type: Extract<SourceType, { kind: 'scalar' | 'pointer' }>,
    at: number,
  ): string {
    const [leaf, more] = leaves;
    if (leaf === undefined) return '0';
    if (more !== undefined || leaf.offset !== at || this.layout.storeSize(leaf.type) !== type.size)
      throw new NoCForm('an initial value of another shape than its type');
    if (type.kind === 'pointer') {
      const text = this.pointer(leaf.constant);
      if (text !== undefined) return type.target().kind === 'function' ? `(void (*)(void))${text}` : `(void *)${text}`;
    }
    if (leaf.constant.kind === 'int' && type.kind === 'scalar')
      return constantExpression(leaf.constant.value, leaf.constant.type.bits, isSignedScalar(type)).text;
    return this.expression(leaf.constant).text;
  }

  private leaves(c: Constant, type: Type, at: number): readonly Leaf[] {
    switch (c.kind) {
      case 'aggregate':
        return c.elements.flatMap((element, n) => {
          const offset =
            type.kind === 'struct'
              ? this.layout.fieldOffset(type, n)
              : n * this.layout.allocationSize(type.kind === 'array' || type.kind === 'vector' ? type.element : type);
          return this.leaves(element, element.type, at + offset);
        });
      case 'bytes':
        return [...c.bytes].map((value, n) => ({
          offset: at + n,
          type: { kind: 'int', bits: 8 },
          constant: { kind: 'int', type: { kind: 'int', bits: 8 }, value: BigInt(value) },
        }));
      default:
        return [{ offset: at, type, constant: c }];
    }
  }
}

function isZero(c: Constant): boolean {
  return (
    c.kind === 'zero' ||
    c.kind === 'null' ||
    c.kind === 'undef' ||
    (c.kind === 'int' && c.value === 0n) ||
    (c.kind === 'float' && c.bits === 0n)
  );
}

function byteAt(leaves: readonly Leaf[], at: number, layout: DataLayout): bigint {
  for (const { offset, constant, type } of leaves) {
    if (offset > at || offset + layout.storeSize(type) <= at) continue;
    if (constant.kind !== 'int') throw new NoCForm('an initial value that is no number, in memory without a type');
    return (constant.value >> BigInt(8 * (at - offset))) & 0xffn;
  }
  return 0n;
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
