// What expressions, places and statements use of C.

import { rootOf } from './place.js';
import type { Expression, Place, Statement } from './syntax.js';
import type { IntegerType, Type } from './type.js';
import { variableFeatures } from './type-features.js';
import { isExpression, walk } from './walk.js';

export const arithmetic = ['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'] as const;

export function expressionFeatures(e: Expression, found: Set<string>): void {
  const { type } = e;
  switch (e.kind) {
    case 'unary':
      found.add(type.kind === 'float' ? 'float negation' : `unary ${e.op}`);
      break;
    case 'binary':
      if (e.left.type.kind === 'pointer') found.add('pointer comparison');
      else if (e.left.type.kind === 'float' || e.right.type.kind === 'float')
        found.add(type.kind === 'float' ? `${type.name} ${e.op}` : 'float comparison');
      else if (isArithmetic(e.op) && type.kind === 'integer')
        found.add(`${type.signed ? 'signed' : 'unsigned'} ${type.bits}-bit ${e.op}`);
      else found.add(e.op);
      break;
    case 'cast':
      castFeatures(e.operand.type, type, found);
      break;
    case 'conditional':
      found.add(type.kind === 'float' ? 'float ?:' : '?:');
      break;
    case 'call':
      if (e.callee === 'bits_float' || e.callee === 'bits_double') found.add('bits to float');
      else if (!e.callee.startsWith('keep_')) found.add('call');
      break;
    case 'indirect-call':
      found.add('indirect call');
      break;
    case 'variadic-call':
      found.add('varargs');
      if (e.codes.includes('s')) found.add('struct as a variable argument');
      break;
    case 'pointer-add':
      found.add('pointer + integer');
      break;
    case 'round-trip':
      found.add('pointer to integer and back');
      break;
    case 'difference':
      found.add('pointer difference');
      break;
    case 'truncate':
      found.add(`float to ${e.type.signed ? 'signed' : 'unsigned'} ${e.type.bits}-bit`);
      break;
    case 'builtin':
    case 'sizeof':
      found.add(e.kind);
      break;
    case 'compound':
      found.add('compound literal');
      break;
    case 'comma':
      found.add(', as an operator');
      break;
    case 'step':
      found.add('x++ as a value');
      break;
    default:
  }
}

function isArithmetic(op: string): boolean {
  return arithmetic.some((a) => a === op);
}

function castFeatures(from: Type, to: Type, found: Set<string>): void {
  if (to.kind === 'float') {
    if (from.kind === 'integer') found.add(`cast: integer to ${to.name}`);
    else if (from.kind === 'float' && from.name !== to.name) found.add(`cast: ${from.name} to ${to.name}`);
  } else if (to.kind === 'integer' && to.rank === 0) found.add('cast: to _Bool');
  else if (to.kind === 'integer' && from.kind === 'integer') integerCast(from, to, found);
}

function integerCast(from: IntegerType, to: IntegerType, found: Set<string>): void {
  if (to.bits < from.bits) found.add('cast: narrowing');
  if (to.bits > from.bits) found.add('cast: widening');
  if (to.bits === from.bits && to.signed !== from.signed) found.add('cast: sign change');
}

export function placeFeatures(place: Place, found: Set<string>): void {
  if (place.kind === 'byte') found.add('byte of an integer');
  if (place.kind === 'character') found.add('string literal');
  if (place.kind === 'element' && place.index !== undefined && place.index.range.low < 0n) found.add('negative index');
}

export function statementFeatures(s: Statement, found: Set<string>): void {
  switch (s.kind) {
    case 'declare': {
      variableFeatures(s.variable, found);
      const { type } = s.variable;
      const count = type.kind === 'array' ? type.length : 0;
      if (s.initializer.kind === 'list' && s.initializer.items.length < count) found.add('partial initializer');
      break;
    }
    case 'assign':
      assignFeatures(s.place, s.op, found);
      break;
    case 'chain':
      found.add('a = b = c');
      break;
    case 'increment':
      found.add(s.op);
      break;
    case 'out':
      if (s.value.type.kind === 'float') found.add('float bits');
      break;
    case 'if':
      found.add('if');
      if (s.alternative.length > 0) found.add('else');
      walk(s.condition, (part) => {
        if (isExpression(part) && part.kind === 'binary' && part.left.kind === 'call' && part.right.kind === 'literal')
          found.add('call with effects in a condition');
      });
      break;
    case 'loop':
      found.add(s.stride < 0n ? 'downward for' : s.form);
      if (s.condition !== undefined) found.add('loop with two conditions');
      break;
    case 'walk':
      found.add('walk over an array');
      break;
    case 'switch':
      found.add('switch');
      for (const [index, arm] of s.arms.entries()) {
        if (arm.falls && index < s.arms.length - 1) found.add('fall-through');
        if (arm.labels === undefined) found.add('default');
        if ((arm.labels?.length ?? 0) > 1) found.add('two case labels');
      }
      break;
    case 'web':
      found.add('goto between blocks');
      if (s.segments.some((segment) => segment.form === 'computed')) found.add('computed goto');
      break;
    case 'goto':
      found.add('goto out');
      break;
    case 'copy':
      found.add(s.function);
      break;
    case 'fill':
      found.add('memset');
      break;
    case 'allocate':
      found.add(s.from === 'variable-length' ? 'variable-length array' : s.from);
      break;
    case 'list':
      found.add('linked list');
      break;
    case 'break':
    case 'continue':
    case 'block':
      found.add(s.kind);
      break;
    default:
  }
}

function assignFeatures(place: Place, op: string, found: Set<string>): void {
  const isBitField = place.kind === 'member' && place.field.width !== undefined;
  if (place.type.kind === 'record') found.add('struct assignment');
  else if (place.type.kind === 'float' && op !== '') found.add('float +=');
  else found.add(`${op}=`);
  if (isBitField) found.add(op === '' ? 'bit-field write' : 'bit-field op=');
  if (place.kind === 'byte' && rootOf(place) !== undefined) found.add('byte write');
}
