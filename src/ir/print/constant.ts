// Constants as text. What the parser reads back is the same constant, bit for bit.

import { utf8Bytes } from '../../base/bytes.js';
import { assertNever } from '../../base/internal-error.js';
import type { FloatFormatName } from '../type.js';
import type { Constant, ConstantExpression, MetadataOperand } from '../value.js';
import { escaped, nameText } from './name.js';
import type { TypePrinter } from './type.js';

export class ConstantPrinter {
  constructor(
    private readonly types: TypePrinter,
    /** How the blocks of functions are named. */
    private readonly label: (name: string) => string,
  ) {}

  /** `i32 5`. */
  typed(constant: Constant): string {
    return `${this.types.text(constant.type)} ${this.text(constant)}`;
  }

  text(constant: Constant): string {
    switch (constant.kind) {
      case 'int':
        if (constant.type.bits === 1) return constant.value === 0n ? 'false' : 'true';
        return String(BigInt.asIntN(constant.type.bits, constant.value));
      case 'float':
        return floatText(constant.bits, constant.type.format);
      case 'null':
        return 'null';
      case 'undef':
        return constant.poison ? 'poison' : 'undef';
      case 'zero':
        return constant.type.kind === 'token' ? 'none' : 'zeroinitializer';
      case 'bytes':
        return `c"${escaped(constant.bytes)}"`;
      case 'aggregate':
        return this.aggregate(constant);
      case 'global':
        return `@${nameText(constant.name)}`;
      case 'blockaddress':
        return `blockaddress(@${nameText(constant.function)}, %${this.label(constant.block)})`;
      case 'expression':
        return this.expression(constant);
      case 'metadata':
        return metadataText(constant);
      default:
        return assertNever(constant);
    }
  }

  private list(constants: readonly Constant[]): string {
    return constants.map((each) => this.typed(each)).join(', ');
  }

  private aggregate({ type, elements }: Extract<Constant, { kind: 'aggregate' }>): string {
    const list = this.list(elements);
    if (type.kind === 'array') return `[${list}]`;
    if (type.kind === 'vector') return `<${list}>`;
    return type.kind === 'struct' && type.packed ? `<{ ${list} }>` : `{ ${list} }`;
  }

  private expression(e: ConstantExpression): string {
    if (e.op === 'getelementptr') {
      const indices = e.indices.map((index) => `, ${this.typed(index)}`).join('');
      return `getelementptr (${this.types.text(e.sourceType)}, ${this.typed(e.base)}${indices})`;
    }
    if (e.op === 'other') {
      // Which type is walked through is not kept where an index is no number.
      const source = e.name === 'getelementptr' ? 'i8, ' : '';
      return `${e.name} (${source}${this.list(e.operands)})`;
    }
    if ('value' in e) return `${e.op} (${this.typed(e.value)} to ${this.types.text(e.type)})`;
    const predicate = e.predicate === undefined ? '' : ` ${e.predicate}`;
    return `${e.op}${predicate} (${this.list([e.left, e.right])})`;
  }
}

/** The nodes themselves are not printed. */
function metadataText({ text }: MetadataOperand): string {
  return /![0-9]/.test(text) ? `!{!"${escaped(utf8Bytes(text.replaceAll('!', '')))}"}` : text;
}

const ownLetters: Partial<Record<FloatFormatName, string>> = {
  half: 'H',
  bfloat: 'R',
  x86_fp80: 'K',
  fp128: 'L',
  ppc_fp128: 'M',
};
const digits: Partial<Record<FloatFormatName, number>> = { half: 4, bfloat: 4, x86_fp80: 20, fp128: 32, ppc_fp128: 32 };

function floatText(bits: bigint, format: FloatFormatName): string {
  const letter = ownLetters[format];
  if (letter === undefined) return `0x${hex(format === 'float' ? doubleOf(bits) : bits, 16)}`;
  const isSwapped = format === 'fp128' || format === 'ppc_fp128';
  const written = isSwapped ? ((bits & 0xffff_ffff_ffff_ffffn) << 64n) | (bits >> 64n) : bits;
  return `0x${letter}${hex(written, digits[format] ?? 16)}`;
}

function hex(bits: bigint, width: number): string {
  return bits.toString(16).toUpperCase().padStart(width, '0');
}

/** The bits of the double that has the value of a float: a float is written as that. NaNs keep their payload. */
function doubleOf(bits: bigint): bigint {
  const sign = (bits >> 31n) << 63n;
  const exponent = (bits >> 23n) & 0xffn;
  const fraction = bits & 0x7f_ffffn;
  if (exponent === 0xffn) return sign | (0x7ffn << 52n) | (fraction << 29n);
  if (exponent !== 0n) return sign | ((exponent + 896n) << 52n) | (fraction << 29n);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(fraction) * 2 ** -149);
  return sign | view.getBigUint64(0);
}
