// A generated program as C: one statement on a line, so that every access has a place of its own.

import type { Expression, GeneratedProgram, Helper, Statement } from './syntax.js';

export function printProgram(program: GeneratedProgram): string {
  const lines = [
    ...prologue.filter(({ name }) => name === undefined || uses(program, name)).map(({ text }) => text),
    ...program.globals.map((g) => g.text),
    ...program.helpers.map((h) => `${signature(h)};`),
    '',
    ...program.helpers.flatMap((h) => [
      `${signature(h)} {`,
      ...body(h.result === undefined ? h.body : [...h.body, { kind: 'return', value: h.result }]),
      '}',
    ]),
    ...program.isrs.flatMap((isr) => [`void ${isr.name}(void) {`, ...body(isr.body), '}']),
    'int main(void) {',
    ...body(program.main),
    '    return 0;',
    '}',
    '',
  ];
  return lines.join('\n');
}

/** Declarations that a program has only where it uses them, so that shrunk ones are short. */
const prologue: readonly { readonly name?: string; readonly text: string }[] = [
  { name: 'assert', text: '#include <assert.h>' },
  { name: 'DEVICE', text: '#define DEVICE (*(volatile int *)0x40001000)' },
  { name: 'enable_isr', text: 'void enable_isr(int);' },
  { name: 'disable_isr', text: 'void disable_isr(int);' },
  { name: 'preempt_set_global_mask', text: 'int preempt_set_global_mask(int);' },
  { name: 'preempt_set_ceiling', text: 'int preempt_set_ceiling(int);' },
  { name: 'preempt_pend', text: 'void preempt_pend(int);' },
  { name: '__VERIFIER_atomic_begin', text: 'void __VERIFIER_atomic_begin(void);' },
  { name: '__VERIFIER_atomic_end', text: 'void __VERIFIER_atomic_end(void);' },
  { name: '__VERIFIER_nondet_int', text: 'int __VERIFIER_nondet_int(void);' },
  { name: '__VERIFIER_assume', text: 'void __VERIFIER_assume(int);' },
  { name: 'rand', text: 'int rand(void);' },
  { name: 'exit', text: '__attribute__((noreturn)) void exit(int);' },
  { name: 'malloc', text: 'void *malloc(__SIZE_TYPE__);' },
  { name: 'memcpy', text: 'void *memcpy(void *, const void *, __SIZE_TYPE__);' },
  { name: 'memset', text: 'void *memset(void *, int, __SIZE_TYPE__);' },
];

function uses(program: GeneratedProgram, name: string): boolean {
  const { globals, helpers, isrs, main } = program;
  const text = JSON.stringify({ globals, helpers, isrs, main });
  if (name === 'assert') return text.includes('"kind":"assert"');
  if (name === '__VERIFIER_assume') return text.includes('"kind":"assume"');
  return text.includes(`${name}(`) || (name === 'DEVICE' && text.includes(name));
}

function signature(h: Helper): string {
  return `${h.result === undefined ? 'void' : 'int'} ${h.name}(${h.parameter === '' ? 'void' : h.parameter})`;
}

function body(statements: readonly Statement[]): string[] {
  const text = statements.flatMap((s) => printStatement(s, '    '));
  // `l0` starts as zero, `u0` as anything.
  const used = (name: string): boolean => text.some((line) => new RegExp(`\\b${name}\\b`).test(line));
  const declared = [
    ...['l0', 'l1', 'k'].filter(used).map((name) => `    int ${name} = 0;`),
    ...['u0'].filter(used).map((name) => `    int ${name};`),
  ];
  return [...declared, ...text];
}

function printStatement(s: Statement, indent: string): string[] {
  const inner = (statements: readonly Statement[]): string[] =>
    statements.flatMap((x) => printStatement(x, `${indent}    `));
  switch (s.kind) {
    case 'assign':
      return [`${indent}${print(s.to)} ${s.operator} ${print(s.value)};`];
    case 'step':
      return [`${indent}${print(s.to)}${s.operator};`];
    case 'local':
      return [`${indent}${s.name} = ${print(s.value)};`];
    case 'if':
      return [
        `${indent}if (${print(s.condition)}) {`,
        ...inner(s.body),
        ...(s.otherwise.length === 0 ? [] : [`${indent}} else {`, ...inner(s.otherwise)]),
        `${indent}}`,
      ];
    case 'switch':
      return [
        `${indent}switch (${print(s.value)}) {`,
        ...s.arms.flatMap((arm, n) => [
          `${indent}${n === s.arms.length - 1 ? 'default' : `case ${n}`}:`,
          ...inner(arm),
          `${indent}    break;`,
        ]),
        `${indent}}`,
      ];
    case 'loop': {
      const { variable: v, count, until } = s;
      return [
        `${indent}for (int ${v} = 0; ${v} < ${count}; ${v}++) {`,
        ...(until === undefined ? [] : [`${indent}    if (${print(until)}) break;`]),
        ...inner(s.body),
        `${indent}}`,
      ];
    }
    case 'forever':
      return [
        `${indent}for (;;) {`,
        `${indent}    if (${s.variable} < ${s.rounds}) {`,
        `${indent}        ${s.variable}++;`,
        ...s.body.flatMap((x) => printStatement(x, `${indent}        `)),
        `${indent}    }`,
        `${indent}}`,
      ];
    case 'call':
      return [`${indent}${s.callee}(${[s.fixed, ...s.arguments.map(print)].filter((a) => a !== '').join(', ')});`];
    case 'plain':
      return [`${indent}${s.text};`];
    case 'section':
      return [`${indent}${s.open};`, ...s.body.flatMap((x) => printStatement(x, indent)), `${indent}${s.close};`];
    case 'assert':
      return [`${indent}assert(${print(s.condition)});`];
    case 'assume':
      return [`${indent}__VERIFIER_assume(${print(s.condition)});`];
    case 'return':
      return [`${indent}return${s.value === undefined ? '' : ` ${print(s.value)}`};`];
  }
}

export function print(e: Expression): string {
  switch (e.kind) {
    case 'place':
      return `${e.before}${e.index === undefined ? '' : print(e.index)}${e.after}`;
    case 'number':
      return String(e.value);
    case 'local':
      return e.name;
    case 'input':
      return e.text;
    case 'binary':
      return `(${print(e.left)} ${e.operator} ${print(e.right)})`;
    case 'conditional':
      return `(${print(e.condition)} ? ${print(e.consequent)} : ${print(e.alternative)})`;
  }
}
