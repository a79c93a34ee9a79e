// What of C a program uses. The differential test asserts that its programs together use all of it.

import { rootOf } from './place.js';
import type {
  Expression,
  FunctionDefinition,
  Place,
  Program,
  Statement,
  Variable,
  VariadicDefinition,
} from './syntax.js';
import { type IntegerType, int, integerTypes, type RecordType, type Type, wideTypes } from './type.js';
import { isExpression, isPlace, isStatement, walk } from './walk.js';

const arithmetic = ['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'] as const;
const widths = [8, 16, 32, 64, 128] as const;

/** Everything that generated programs can contain. */
export const allFeatures: readonly string[] = [
  ...[...integerTypes, ...wideTypes].map((t) => `variable of type ${t.name}`),
  ...['float', 'double'].flatMap((t) => [`variable of type ${t}`, ...['+', '-', '*', '/'].map((op) => `${t} ${op}`)]),
  ...widths
    .flatMap((bits) => [true, false].flatMap((signed) => arithmetic.map((op) => ({ bits, signed, op }))))
    // Operands narrower than int are promoted.
    .filter(({ bits }) => bits >= 32)
    .map(({ bits, signed, op }) => `${signed ? 'signed' : 'unsigned'} ${bits}-bit ${op}`),
  ...['<', '<=', '>', '>=', '==', '!=', '&&', '||', 'unary -', 'unary ~', 'unary !', 'unary +', '?:'],
  ...[
    'narrowing',
    'widening',
    'sign change',
    'to _Bool',
    'integer to float',
    'integer to double',
    'float to double',
    'double to float',
  ].map((k) => `cast: ${k}`),
  ...widths.slice(0, 4).flatMap((bits) => [`float to signed ${bits}-bit`, `float to unsigned ${bits}-bit`]),
  ...['float comparison', 'float bits', 'bits to float', 'float negation', 'float ?:'],
  ...[
    '=',
    ...arithmetic.map((op) => `${op}=`),
    'float +=',
    '++',
    '--',
    'x++ as a value',
    ', as an operator',
    'a = b = c',
  ],
  ...[
    'struct',
    'union',
    'enum',
    'packed struct',
    'nested struct',
    'struct assignment',
    'struct parameter',
    'struct result',
    'compound literal',
  ],
  ...[
    'bit-field',
    'signed bit-field',
    '_Bool bit-field',
    'bit-field wider than int',
    'bit-field of a narrow type',
    'unnamed bit-field',
    'bit-field write',
    'bit-field op=',
  ],
  ...[
    'array',
    'array of arrays',
    'array of structs',
    'array of pointers',
    'string literal',
    'partial initializer',
    'designated initializer',
    'text initializer',
  ],
  ...[
    'pointer',
    'pointer parameter',
    'pointer result',
    'pointer to pointer',
    'pointer to array',
    'pointer to struct',
    'negative index',
    'pointer + integer',
  ],
  ...[
    'pointer difference',
    'pointer comparison',
    'pointer to integer and back',
    'byte of an integer',
    'byte write',
    'const',
    'volatile',
    'static local',
  ],
  ...[
    'function pointer variable',
    'function pointer table',
    'function pointer parameter',
    'function pointer in a struct',
    'indirect call',
    'call with effects in a condition',
  ],
  ...[
    'call',
    'more than six parameters',
    'recursion',
    'mutual recursion',
    'varargs',
    'struct as a variable argument',
    'va_copy',
    'va_list parameter',
  ],
  ...[
    'if',
    'else',
    'for',
    'downward for',
    'while',
    'do',
    'loop with two conditions',
    'walk over an array',
    'break',
    'continue',
    'early return',
  ],
  ...[
    'switch',
    'fall-through',
    'default',
    'two case labels',
    'goto out',
    'goto between blocks',
    'computed goto',
    'block',
  ],
  ...['malloc', 'calloc', 'variable-length array', 'linked list', 'memcpy', 'memmove', 'memset', 'sizeof', 'builtin'],
];

export function featuresOf(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  for (const record of program.records) recordFeatures(record, found);
  if (program.enumerations.length > 0) found.add('enum');
  for (const { variable } of program.globals) variableFeatures(variable, found);
  for (const fn of [...program.functions, program.main]) functionFeatures(fn, found);
  callGraphFeatures(program, found);
  walk(program, (part) => {
    if (isExpression(part)) expressionFeatures(part, found);
    else if (isStatement(part)) statementFeatures(part, found);
    else if (isPlace(part)) placeFeatures(part, found);
    else if (typeof part === 'object' && part !== null && 'designator' in part && part.designator !== undefined)
      found.add('designated initializer');
    else if (typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'text')
      found.add('text initializer');
  });
  return found;
}

function variableFeatures(variable: Variable, found: Set<string>): void {
  const { type } = variable;
  if (variable.constant) found.add('const');
  if (variable.volatile) found.add('volatile');
  if (variable.storage === 'static') found.add('static local');
  if (type.kind === 'integer' || type.kind === 'float') found.add(`variable of type ${type.name}`);
  if (type.kind === 'callable') found.add('function pointer variable');
  typeFeatures(type, found);
}

function typeFeatures(type: Type, found: Set<string>): void {
  if (type.kind === 'array') {
    found.add('array');
    const { element } = type;
    const kinds: Partial<Record<Type['kind'], string>> = {
      array: 'array of arrays',
      record: 'array of structs',
      pointer: 'array of pointers',
      callable: 'function pointer table',
    };
    if (kinds[element.kind] !== undefined) found.add(kinds[element.kind]!);
  } else if (type.kind === 'pointer') {
    found.add('pointer');
    const kinds: Partial<Record<Type['kind'], string>> = {
      pointer: 'pointer to pointer',
      array: 'pointer to array',
      record: 'pointer to struct',
    };
    if (kinds[type.target.kind] !== undefined) found.add(kinds[type.target.kind]!);
  }
}

function recordFeatures(record: RecordType, found: Set<string>): void {
  found.add(record.union ? 'union' : 'struct');
  if (record.packed) found.add('packed struct');
  for (const field of record.fields) {
    if (field.type.kind === 'record') found.add('nested struct');
    if (field.type.kind === 'callable') found.add('function pointer in a struct');
    if (field.width === undefined || field.type.kind !== 'integer') continue;
    found.add(field.name === '' ? 'unnamed bit-field' : 'bit-field');
    if (field.type.signed) found.add('signed bit-field');
    if (field.type.rank === 0) found.add('_Bool bit-field');
    if (field.type.rank > int.rank) found.add('bit-field wider than int');
    if (field.type.rank > 0 && field.type.rank < int.rank) found.add('bit-field of a narrow type');
  }
}

function functionFeatures(fn: FunctionDefinition | VariadicDefinition, found: Set<string>): void {
  if (fn.kind === 'variadic') {
    if (fn.copies) found.add('va_copy');
    if (fn.delegates) found.add('va_list parameter');
    return;
  }
  if (fn.parameters.length > 6) found.add('more than six parameters');
  for (const { type } of fn.parameters) {
    const kinds: Partial<Record<Type['kind'], string>> = {
      record: 'struct parameter',
      pointer: 'pointer parameter',
      callable: 'function pointer parameter',
    };
    if (kinds[type.kind] !== undefined) found.add(kinds[type.kind]!);
    typeFeatures(type, found);
  }
  if (fn.result?.kind === 'record') found.add('struct result');
  if (fn.result?.kind === 'pointer') found.add('pointer result');
  const returns = (list: readonly Statement[]): boolean =>
    list.some((s) => s.kind === 'if' && (s.consequent.some((t) => t.kind === 'return') || returns(s.consequent)));
  if (returns(fn.body)) found.add('early return');
}

function callGraphFeatures(program: Program, found: Set<string>): void {
  const calls = new Map<string, Set<string>>();
  for (const fn of program.functions) {
    const callees = new Set<string>();
    walk(fn, (part) => {
      if (isExpression(part) && part.kind === 'call') callees.add(part.callee);
    });
    calls.set(fn.name, callees);
  }
  for (const [name, callees] of calls) {
    if (callees.has(name)) found.add('recursion');
    if ([...callees].some((callee) => callee !== name && calls.get(callee)?.has(name))) found.add('mutual recursion');
  }
}

function expressionFeatures(e: Expression, found: Set<string>): void {
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

function placeFeatures(place: Place, found: Set<string>): void {
  if (place.kind === 'byte') found.add('byte of an integer');
  if (place.kind === 'character') found.add('string literal');
  if (place.kind === 'element' && place.index !== undefined && place.index.range.low < 0n) found.add('negative index');
}

function statementFeatures(s: Statement, found: Set<string>): void {
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
