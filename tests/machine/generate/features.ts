// What of C a program uses. The differential test asserts that its programs together use all of it.

import { arithmetic, expressionFeatures, placeFeatures, statementFeatures } from './operation-features.js';
import type { FunctionDefinition, Program, Statement, VariadicDefinition } from './syntax.js';
import { integerTypes, type Type, wideTypes } from './type.js';
import { recordFeatures, typeFeatures, variableFeatures } from './type-features.js';
import { isExpression, isPlace, isStatement, walk } from './walk.js';

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
