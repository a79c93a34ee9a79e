// Which conversions there are: LLVM's rules for each opcode, on instructions and constant expressions alike.

import { floatBits } from '../layout.js';
import type { CastOp } from '../opcode.js';
import type { Type } from '../type.js';
import { sameLanes, scalarOf } from './type.js';

export function canConvert(op: CastOp, from: Type, to: Type): boolean {
  if (op === 'bitcast') return canReinterpret(from, to);
  if (!sameLanes(from, to)) return false;
  const [a, b] = [scalarOf(from), scalarOf(to)];
  switch (op) {
    case 'trunc':
      return a.kind === 'int' && b.kind === 'int' && b.bits < a.bits;
    case 'zext':
    case 'sext':
      return a.kind === 'int' && b.kind === 'int' && b.bits > a.bits;
    case 'fptrunc':
      return a.kind === 'float' && b.kind === 'float' && floatBits[b.format] < floatBits[a.format];
    case 'fpext':
      return a.kind === 'float' && b.kind === 'float' && floatBits[b.format] > floatBits[a.format];
    case 'fptoui':
    case 'fptosi':
      return a.kind === 'float' && b.kind === 'int';
    case 'uitofp':
    case 'sitofp':
      return a.kind === 'int' && b.kind === 'float';
    case 'ptrtoint':
    case 'ptrtoaddr':
      return a.kind === 'pointer' && b.kind === 'int';
    case 'inttoptr':
      return a.kind === 'int' && b.kind === 'pointer';
    case 'addrspacecast':
      return a.kind === 'pointer' && b.kind === 'pointer' && a.addressSpace !== b.addressSpace;
  }
}

/**
 * The same bits: pointers only as pointers, and no structs or arrays. clang 16 writes it between address spaces, too.
 */
function canReinterpret(from: Type, to: Type): boolean {
  const [a, b] = [scalarOf(from), scalarOf(to)];
  if (a.kind === 'pointer' || b.kind === 'pointer') return a.kind === b.kind && sameLanes(from, to);
  const isPlain = (type: Type): boolean => type.kind === 'int' || type.kind === 'float';
  return isPlain(a) && isPlain(b) && plainBits(from) === plainBits(to);
}

/** Of integers, floats and vectors of them. */
function plainBits(type: Type): number {
  switch (type.kind) {
    case 'int':
      return type.bits;
    case 'float':
      return floatBits[type.format];
    case 'vector':
      return type.length * plainBits(type.element);
    default:
      return 0;
  }
}
