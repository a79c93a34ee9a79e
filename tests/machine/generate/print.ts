// Programs as C text: one translation unit for a batch of them, each with an entry of its own.

import { assertNever } from '../../../src/base/internal-error.js';
import {
  declaration,
  printExpression,
  printInitializer,
  printInteger,
  printPlace,
  typeName,
} from './print-expression.js';
import { printVariadic, variadicSignature } from './print-variadic.js';
import type { Arm, Expression, FunctionDefinition, Program, Segment, Statement, Variable } from './syntax.js';
import { type CallableType, type IntegerType, int, promote, type RecordType } from './type.js';

/** What all programs of a translation unit share. Bits of a NaN are nobody's business: they are never seen. */
const prelude = `#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void out(unsigned long long value);

static inline uint32_t float_bits(float x) {
  uint32_t bits;
  if (x != x) return 0x7fc00000u;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline uint64_t double_bits(double x) {
  uint64_t bits;
  if (x != x) return 0x7ff8000000000000u;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float bits_float(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x != x ? 0.5f : x;
}
static inline double bits_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x != x ? 0.5 : x;
}
static inline float keep_float(float x) { return x == x ? x : 1.5f; }
static inline double keep_double(double x) { return x == x ? x : 2.5; }
static inline float bound_float(float x, double low, double high) { return x >= low && x <= high ? x : (float)low; }
static inline double bound_double(double x, double low, double high) { return x >= low && x <= high ? x : low; }
`;

export function printUnit(programs: readonly Program[]): string {
  return [prelude, ...programs.map(printProgram)].join('\n');
}

export function entryOf(program: Program): string {
  return program.main.name;
}

export function printProgram(program: Program): string {
  const functions = [...program.functions, program.main];
  return [
    `/* seed ${program.seed} */`,
    ...program.enumerations.map(
      (e) => `enum ${e.name} { ${e.constants.map(([name, value]) => `${name} = ${value}`).join(', ')} };`,
    ),
    ...program.families.map((family) => printCallable(family.type)),
    ...program.records.map(printRecord),
    ...functions.map((fn) => (fn.kind === 'function' ? `${signature(fn)};` : `${variadicSignature(fn)};`)),
    ...program.globals.map(
      ({ variable, initializer }) =>
        `${declare(variable)}${initializer === undefined ? '' : ` = ${printInitializer(initializer)}`};`,
    ),
    ...functions.map((fn) =>
      fn.kind === 'function' ? `${signature(fn)} {\n${body(fn.body, '  ')}}` : printVariadic(fn),
    ),
    '',
  ].join('\n');
}

function printRecord(record: RecordType): string {
  const fields = record.fields.map(
    (f) => `  ${declaration(f.type, f.name)}${f.width === undefined ? '' : ` : ${f.width}`};\n`,
  );
  return `${record.name} {\n${fields.join('')}}${record.packed ? ' __attribute__((packed))' : ''};`;
}

function printCallable(type: CallableType): string {
  const parameters = type.parameters.map(typeName).join(', ') || 'void';
  return `typedef ${type.result === undefined ? 'void' : typeName(type.result)} (*${type.name})(${parameters});`;
}

/** main is what the outside calls; the rest is the program's own. */
function signature(fn: FunctionDefinition): string {
  const parameters = fn.parameters.map((p) => declaration(p.type, p.name)).join(', ') || 'void';
  const name = `${fn.name}(${parameters})`;
  return `${fn.name.endsWith('_main') ? '' : 'static '}${fn.result === undefined ? `void ${name}` : declaration(fn.result, name)}`;
}

function declare(variable: Variable): string {
  const isStatic = variable.storage === 'static' || (variable.storage === 'global' && variable.name.length % 2 === 0);
  const words = [isStatic ? 'static ' : '', variable.volatile ? 'volatile ' : '', variable.constant ? 'const ' : ''];
  return words.join('') + declaration(variable.type, variable.name);
}

function body(statements: readonly Statement[], indent: string): string {
  return statements.map((s) => printStatement(s, indent)).join('');
}

function block(statements: readonly Statement[], indent: string): string {
  return `{\n${body(statements, `${indent}  `)}${indent}}`;
}

export function printStatement(s: Statement, indent: string): string {
  const line = (text: string) => `${indent}${text}\n`;
  switch (s.kind) {
    case 'declare':
      return line(`${declare(s.variable)} = ${printInitializer(s.initializer)};`);
    case 'assign':
      return line(`${printPlace(s.place)} ${s.op}= ${printExpression(s.value)};`);
    case 'chain':
      return line(`${s.places.map((p) => `${printPlace(p)} = `).join('')}${printExpression(s.value)};`);
    case 'increment':
      return line(`${s.prefix ? s.op : ''}${printPlace(s.place)}${s.prefix ? '' : s.op};`);
    case 'evaluate':
      return line(`${printExpression(s.value)};`);
    case 'out':
      return outCalls(s.value).map(line).join('');
    case 'if':
      return line(
        `if (${printExpression(s.condition)}) ${block(s.consequent, indent)}${s.alternative.length === 0 ? '' : ` else ${block(s.alternative, indent)}`}`,
      );
    case 'loop':
      return printLoop(s, indent);
    case 'walk':
      return printWalk(s, indent);
    case 'switch':
      return line(
        `switch (${printExpression(s.value)}) {\n${s.arms.map((arm) => printArm(arm, s.value, `${indent}  `)).join('')}${indent}}`,
      );
    case 'web':
      return printWeb(s, indent);
    case 'labelled':
      return line(block(s.body, indent)) + line(`${s.label}:;`);
    case 'goto':
      return line(`goto ${s.label};`);
    case 'break':
    case 'continue':
      return line(`${s.kind};`);
    case 'block':
      return line(block(s.body, indent));
    case 'return':
      return line(s.value === undefined ? 'return;' : `return ${printExpression(s.value)};`);
    case 'copy': {
      const [target, source] = [printPlace(s.target), printPlace(s.source)];
      if (s.elements === undefined) return line(`${s.function}(&${target}, &${source}, sizeof ${target});`);
      const { count, to, from } = s.elements;
      return line(
        `${s.function}(${target} + ${printExpression(to)}, ${source} + ${printExpression(from)}, ${count} * sizeof *${target});`,
      );
    }
    case 'fill':
      return line(`memset(&${printPlace(s.target)}, ${printExpression(s.byte)}, sizeof ${printPlace(s.target)});`);
    case 'allocate':
      return printAllocate(s, indent);
    case 'list':
      return printList(s, indent);
    default:
      return assertNever(s);
  }
}

/** Integers in full, floats as their bits. */
function outCalls(e: Expression): readonly string[] {
  const text = printExpression(e);
  if (e.type.kind === 'float') return [`out(${e.type.name}_bits(${text}));`];
  if (e.type.kind === 'integer' && e.type.bits === 128)
    return [`out((unsigned long long)${text});`, `out((unsigned long long)(${text} >> 64));`];
  return [`out((unsigned long long)${text});`];
}

function printLoop(s: Extract<Statement, { kind: 'loop' }>, indent: string): string {
  const { name } = s.counter;
  const type = s.counter.type as IntegerType;
  const also = s.condition === undefined ? '' : ` && ${printExpression(s.condition)}`;
  const literal = (value: bigint) => printInteger(promote(type), value);
  switch (s.form) {
    case 'for': {
      const forwards = s.stride > 0n;
      const step =
        s.stride === 1n
          ? `${name}++`
          : s.stride === -1n
            ? `--${name}`
            : `${name} ${forwards ? '+' : '-'}= ${forwards ? s.stride : -s.stride}`;
      const test = `${name} ${forwards ? '<' : '>'} ${literal(s.start + s.trips * s.stride)}`;
      return `${indent}for (${declare(s.counter)} = ${literal(s.start)}; ${test}${also}; ${step}) ${block(s.body, indent)}\n`;
    }
    case 'while':
      return `${indent}{\n${indent}  ${declare(s.counter)} = ${literal(s.trips)};\n${indent}  while (${name}-- > 0${also}) ${block(s.body, `${indent}  `)}\n${indent}}\n`;
    case 'do':
      return `${indent}{\n${indent}  ${declare(s.counter)} = 0;\n${indent}  do ${block(s.body, `${indent}  `)} while (++${name} < ${literal(s.trips)}${also});\n${indent}}\n`;
    default:
      return assertNever(s.form);
  }
}

function printWalk(s: Extract<Statement, { kind: 'walk' }>, indent: string): string {
  const array = printPlace(s.array);
  const length = s.array.type.kind === 'array' ? s.array.type.length : 0;
  const { name } = s.cursor;
  if (!s.down)
    return `${indent}for (${declare(s.cursor)} = ${array}; ${name} < ${array} + ${length}; ${name}++) ${block(s.body, indent)}\n`;
  return `${indent}{\n${indent}  ${declare(s.cursor)} = ${array} + ${length};\n${indent}  while (${name} > ${array}) {\n${indent}    --${name};\n${body(s.body, `${indent}    `)}${indent}  }\n${indent}}\n`;
}

function printArm(arm: Arm, value: Expression, indent: string): string {
  const type = value.type.kind === 'integer' ? promote(value.type) : int;
  const labels =
    arm.labels === undefined ? ['default:'] : arm.labels.map((label) => `case ${printInteger(type, label)}:`);
  return `${indent}${labels.join(' ')} ${block(arm.body, indent)}${arm.falls ? '' : ' break;'}\n`;
}

function printWeb(s: Extract<Statement, { kind: 'web' }>, indent: string): string {
  const inner = `${indent}  `;
  const isComputed = s.segments.some((segment) => segment.form === 'computed');
  const table = `${inner}static void *const ${s.fuel}_labels[] = {${s.segments.map((segment) => `&&${segment.label}`).join(', ')}};\n`;
  const segments = s.segments.map((segment) => {
    return `${inner}${segment.label}:\n${inner}${block(segment.body, inner)}\n${printJump(s, segment, inner)}`;
  });
  return `${indent}{\n${inner}int ${s.fuel} = 0;\n${isComputed ? table : ''}${segments.join('')}${indent}}\n`;
}

function printJump(s: Extract<Statement, { kind: 'web' }>, segment: Segment, indent: string): string {
  const selector = printExpression(segment.selector);
  const more = `++${s.fuel} < ${s.limit}`;
  switch (segment.form) {
    case 'computed':
      return `${indent}if (${more}) goto *${s.fuel}_labels[${selector}];\n`;
    case 'if':
      return `${indent}if (${more} && ${selector} > 0) goto ${s.segments[segment.target]!.label};\n`;
    case 'switch': {
      const cases = s.segments.map((target, index) => `${indent}    case ${index}: goto ${target.label};\n`);
      return `${indent}if (${more}) {\n${indent}  switch (${selector}) {\n${cases.join('')}${indent}  }\n${indent}}\n`;
    }
    default:
      return assertNever(segment.form);
  }
}

function printAllocate(s: Extract<Statement, { kind: 'allocate' }>, indent: string): string {
  const { type, name } = s.pointer;
  if (type.kind !== 'pointer') throw new Error('a block needs a pointer');
  const i = s.counter.name;
  const count = `${type.length} + ${printExpression(s.extra)}`;
  const fill =
    s.value === undefined
      ? ''
      : `  for (unsigned ${i} = 0; ${i} < ${type.length}; ${i}++) ${name}[${i}] = ${printExpression(s.value)};`;
  const statements = (deeper: string) =>
    `${fill === '' ? '' : `${indent}${deeper}${fill}\n`}${body(s.body, `${indent}${deeper}  `)}`;
  if (s.from === 'variable-length') {
    return `${indent}{\n${indent}  ${declaration(type.target, `${name}[${count}]`)};\n${statements('')}${indent}}\n`;
  }
  const call = s.from === 'malloc' ? `malloc((${count}) * sizeof *${name})` : `calloc(${count}, sizeof *${name})`;
  return `${indent}{\n${indent}  ${declare(s.pointer)} = ${call};\n${indent}  if (${name} != NULL) {\n${statements('  ')}${indent}  }\n${indent}  free(${name});\n${indent}}\n`;
}

function printList(s: Extract<Statement, { kind: 'list' }>, indent: string): string {
  const { name } = s.cursor;
  const list = `${name}_list`;
  const node = declaration(s.node, `*${name}`);
  const lines = [
    `{`,
    `  ${declaration(s.node, `*${list}`)} = NULL;`,
    `  for (unsigned ${s.counter.name} = 0; ${s.counter.name} < ${s.count}; ${s.counter.name}++) {`,
    `    ${node} = malloc(sizeof *${name});`,
    `    if (!${name}) break;`,
    `    ${name}->value = ${printExpression(s.value)};`,
    `    ${name}->next = ${list};`,
    `    ${list} = ${name};`,
    `  }`,
    ...(s.reversed
      ? [
          `  {`,
          `    ${declaration(s.node, '*reversed')} = NULL;`,
          `    while (${list}) {`,
          `      ${declaration(s.node, '*next')} = ${list}->next;`,
          `      ${list}->next = reversed;`,
          `      reversed = ${list};`,
          `      ${list} = next;`,
          `    }`,
          `    ${list} = reversed;`,
          `  }`,
        ]
      : []),
    `  for (${node} = ${list}; ${name}; ${name} = ${name}->next) ${block(s.body, `${indent}  `)}`,
    `  while (${list} != NULL) {`,
    `    ${declaration(s.node, '*next')} = ${list}->next;`,
    `    free(${list});`,
    `    ${list} = next;`,
    `  }`,
    `}`,
  ];
  return lines.map((text) => `${indent}${text}\n`).join('');
}
