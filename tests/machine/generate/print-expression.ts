// Expressions, places and initialisers as C text. Operators are always parenthesised: precedence is not what is tested.

import { assertNever } from '../../../src/base/internal-error.js';
import { rangeOf } from './range.js';
import type { Expression, Initializer, Item, Place } from './syntax.js';
import { type IntegerType, int, type Type } from './type.js';

/** `type name`, with the declarator around the name. */
export function declaration(type: Type, name: string): string {
  switch (type.kind) {
    case 'array':
      return declaration(type.element, `${name}[${type.length}]`);
    case 'pointer':
      if (type.target.kind === 'array') return declaration(type.target, `(*${name})`);
      if (!type.constant) return declaration(type.target, `*${name}`);
      if (type.target.kind === 'pointer') return declaration(type.target, `const *${name}`);
      return `const ${declaration(type.target, `*${name}`)}`;
    default:
      return name === '' ? type.name : `${type.name} ${name}`;
  }
}

export function typeName(type: Type): string {
  return declaration(type, '');
}

export function printExpression(e: Expression): string {
  switch (e.kind) {
    case 'literal':
      return printInteger(e.type, e.value, e.style);
    case 'float-literal':
      return printFloat(e.value, e.type.name === 'float');
    case 'read':
      return printRead(e.place);
    case 'unary':
      return `(${e.op}${printExpression(e.operand)})`;
    case 'binary':
      return `(${printExpression(e.left)} ${e.op} ${printExpression(e.right)})`;
    case 'cast':
      return `((${typeName(e.type)})${printExpression(e.operand)})`;
    case 'conditional':
      return `(${printExpression(e.condition)} ? ${printExpression(e.consequent)} : ${printExpression(e.alternative)})`;
    case 'call':
      return `${e.callee}(${e.arguments.map(printExpression).join(', ')})`;
    case 'indirect-call':
      return `${printExpression(e.callee)}(${e.arguments.map(printExpression).join(', ')})`;
    case 'variadic-call':
      return `${e.callee}(${[`"${e.codes}"`, ...e.arguments.map(printExpression)].join(', ')})`;
    case 'address':
      return `(&${printPlace(e.place)})`;
    case 'decay':
      return printPlace(e.place);
    case 'pointer-add':
      return `(${printExpression(e.pointer)} + ${printExpression(e.offset)})`;
    case 'round-trip':
      return `((${typeName(e.type)})(uintptr_t)${printExpression(e.pointer)})`;
    case 'difference':
      return `(${printExpression(e.left)} - ${printExpression(e.right)})`;
    case 'function':
      return e.name;
    case 'truncate':
      return `((${e.type.name})${e.operand.type.kind === 'float' ? boundName(e.operand.type.name) : ''}(${printExpression(e.operand)}, ${bound(e.range.low)}, ${bound(e.range.high)}))`;
    case 'builtin':
      return `${e.name}(${e.operands.map(printExpression).join(', ')})`;
    case 'sizeof':
      return `sizeof(${typeName(e.of)})`;
    case 'compound':
      return `(${e.type.name})${printItems(e.items)}`;
    case 'comma':
      return `(${printPlace(e.place)} = ${printExpression(e.effect)}, ${printExpression(e.value)})`;
    case 'step':
      return e.prefix ? `${e.op}${printPlace(e.place)}` : `${printPlace(e.place)}${e.op}`;
    default:
      return assertNever(e);
  }
}

function boundName(type: 'float' | 'double'): string {
  return type === 'float' ? 'bound_float' : 'bound_double';
}

/** A limit of `truncate`, always a value that a float has exactly. */
function bound(value: bigint): string {
  return `${value}.0`;
}

/** gcc and clang disagree on the type of a bit-field that is declared with a type wider than int. */
function printRead(place: Place): string {
  const text = printPlace(place);
  const isWide =
    place.kind === 'member' &&
    place.field.width !== undefined &&
    place.type.kind === 'integer' &&
    place.type.rank > int.rank;
  return isWide ? `((${typeName(place.type)})${text})` : text;
}

export function printPlace(place: Place): string {
  switch (place.kind) {
    case 'variable':
      return place.variable.name;
    case 'index':
      return `${printPlace(place.base)}[${printExpression(place.index)}]`;
    case 'element': {
      const pointer = printExpression(place.pointer);
      return place.index === undefined ? `(*${pointer})` : `${pointer}[${printExpression(place.index)}]`;
    }
    case 'member':
      if (place.base.kind === 'element' && place.base.index === undefined)
        return `${printExpression(place.base.pointer)}->${place.field.name}`;
      return `${printPlace(place.base)}.${place.field.name}`;
    case 'byte':
      return `((unsigned char *)&${printPlace(place.base)})[${printExpression(place.index)}]`;
    case 'character':
      return `"${place.text}"[${printExpression(place.index)}]`;
    default:
      return assertNever(place);
  }
}

export function printInitializer(initializer: Initializer): string {
  switch (initializer.kind) {
    case 'value':
      return printExpression(initializer.value);
    case 'text':
      return `"${initializer.text}"`;
    case 'list':
      return printItems(initializer.items);
    default:
      return assertNever(initializer);
  }
}

function printItems(items: readonly Item[]): string {
  const texts = items.map(
    (item) => (item.designator === undefined ? '' : `${item.designator} = `) + printInitializer(item.value),
  );
  return `{${texts.length === 0 ? '0' : texts.join(', ')}}`;
}

const suffixes = new Map([
  [3, ''],
  [4, 'l'],
  [5, 'll'],
]);

export function printInteger(
  type: IntegerType,
  value: bigint,
  style: 'decimal' | 'hex' | 'character' = 'decimal',
): string {
  const suffix = suffixes.get(type.rank);
  if (type.bits === 128)
    return `((${type.name})(((unsigned __int128)${hexWord(value >> 64n)} << 64) | ${hexWord(value)}))`;
  if (suffix === undefined) return `((${type.name})${printInteger(int, value, style)})`;
  if (type.name.startsWith('enum ')) return `((${type.name})${value}u)`;
  if (style === 'character' && type.name === 'int' && isPrintable(value))
    return `'${String.fromCharCode(Number(value))}'`;
  const letters = `${type.signed ? '' : 'u'}${suffix}`;
  if (value === rangeOf(type).low && type.signed) return `(${value + 1n}${letters} - 1)`;
  // A hexadecimal constant that its signed type cannot hold would be unsigned; none is printed here.
  const digits = style === 'hex' && value >= 0n ? `0x${value.toString(16)}` : value.toString();
  return value < 0n ? `(${digits}${letters})` : `${digits}${letters}`;
}

function hexWord(value: bigint): string {
  return `0x${BigInt.asUintN(64, value).toString(16)}ull`;
}

function isPrintable(value: bigint): boolean {
  return value >= 32n && value < 127n && value !== 39n && value !== 92n;
}

function printFloat(value: number, isFloat: boolean): string {
  const digits = Object.is(value, -0) ? '-0.0' : String(value);
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return `${text.startsWith('-') ? `(${text}` : text}${isFloat ? 'f' : ''}${text.startsWith('-') ? ')' : ''}`;
}
