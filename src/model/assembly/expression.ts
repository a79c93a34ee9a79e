// Numbers and symbols as assemblers write them: `0x20 + 5`, `table+2`, `lo8(-(5))`. What is not a number and no name of
// the program is undefined.

import type { Operand } from '../../ir/value.js';
import { bitsOf, type CodeWriter, int } from './code-writer.js';

type Symbols = (name: string) => Operand | undefined;

/** `bits`: as wide as the number is wanted. */
export function evaluate(text: string, bits: number, code: CodeWriter, symbol: Symbols): Operand | undefined {
  const tokens = text.match(/0x[\da-f]+|0b[01]+|\d+|'(?:\\.|[^'])'?|[A-Za-z_.][\w.$]*|<<|>>|[-+*/%&|^~()]/gi) ?? [];
  if (tokens.join('') !== text.replace(/\s+/g, '')) return undefined;
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const accept = (token: string): boolean => tokens[at] === token && ++at > 0;

  const atom = (): Operand | undefined => {
    const token = tokens[at++];
    if (token === undefined) return undefined;
    if (token === '(') {
      const inner = level(0);
      return accept(')') ? inner : undefined;
    }
    if (token === '-' || token === '~' || token === '+') {
      const inner = atom();
      if (inner?.kind !== 'int') return undefined;
      const number = BigInt.asIntN(64, inner.value);
      return int(64, token === '-' ? -number : token === '~' ? ~number : number);
    }
    if (/^\d/.test(token)) return int(64, number(token));
    if (token.startsWith("'")) return int(64, token.replace(/'/g, '').codePointAt(0) ?? 0);
    const part = /^(?:pm_)?(lo8|hi8|hlo8|hh8|gs|pm|dm)$/i.exec(token)?.[1]?.toLowerCase();
    if (part !== undefined && peek() === '(') {
      const inner = atom();
      if (inner === undefined || part === 'gs' || part === 'pm' || part === 'dm') return inner;
      const shift = { lo8: 0, hi8: 8, hlo8: 16, hh8: 16 }[part] ?? 0;
      const whole = inner.type.kind === 'pointer' ? code.toInt(inner, code.pointerBits) : inner;
      return code.toInt(code.binary('lshr', whole, int(bitsOf(whole), shift)), 8);
    }
    return symbol(token);
  };
  const levels = [
    ['|', '^', '&'],
    ['<<', '>>'],
    ['+', '-'],
    ['*', '/', '%'],
  ] as const;
  const level = (n: number): Operand | undefined => {
    const operators: readonly string[] | undefined = levels[n];
    if (operators === undefined) return atom();
    let left = level(n + 1);
    while (left !== undefined && operators.includes(peek() ?? '')) {
      const operator = tokens[at++]!;
      const right = level(n + 1);
      if (right === undefined) return undefined;
      left = combined(operator, left, right, code);
    }
    return left;
  };
  const value = level(0);
  if (value === undefined || at !== tokens.length) return undefined;
  return value.kind === 'int' ? int(bits, BigInt.asIntN(bitsOf(value) === 64 ? 64 : 128, value.value)) : value;
}

function combined(operator: string, left: Operand, right: Operand, code: CodeWriter): Operand | undefined {
  if (right.kind !== 'int') return undefined;
  if (left.kind !== 'int') {
    if (operator !== '+' && operator !== '-') return undefined;
    if (left.type.kind !== 'pointer') return undefined;
    return code.behind(left, right, operator === '+' ? 1 : -1);
  }
  const [a, b] = [BigInt.asIntN(64, left.value), BigInt.asIntN(64, right.value)];
  if ((operator === '/' || operator === '%') && b === 0n) return undefined;
  const results: Readonly<Record<string, () => bigint>> = {
    '+': () => a + b,
    '-': () => a - b,
    '*': () => a * b,
    '/': () => a / b,
    '%': () => a % b,
    '&': () => a & b,
    '|': () => a | b,
    '^': () => a ^ b,
    '<<': () => a << b,
    '>>': () => a >> b,
  };
  const result = results[operator]?.();
  return result === undefined ? undefined : int(64, result);
}

/** Octal where it begins with 0, as assemblers have it. */
function number(token: string): bigint {
  return /^0[0-7]+$/.test(token) ? BigInt(`0o${token.slice(1)}`) : BigInt(token);
}
