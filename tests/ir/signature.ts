// Two independent readings of a function body, to be compared: one from the parsed instructions, one from the text by
// line and regular expression. A signature is the opcode, the result, and every register, block and global that is
// mentioned, in textual order. Only for texts whose registers have no names, as release builds of clang write them.

import { assertNever } from '../../src/base/internal-error.js';
import type { Instruction } from '../../src/ir/instruction.js';
import type { IrFunction } from '../../src/ir/module.js';
import type { Constant, Operand, Register } from '../../src/ir/value.js';

export function signaturesOf(f: IrFunction): string[] {
  const names = registerNames(f);
  const block = (index: number): string => `%${f.blocks[index]?.name}`;
  const operand = (o: Operand): string[] => (o.kind === 'register' ? [`%${names.get(o)}`] : globalsIn(o));
  return f.blocks.flatMap((b) =>
    b.instructions
      .filter((i) => i.op !== 'debug-declare' && i.op !== 'debug-value')
      .map((i) => {
        const result = 'result' in i && i.result !== undefined ? `%${names.get(i.result)} = ` : '';
        const op = i.op === 'condbr' ? 'br' : i.op;
        return `${result}${op} ${mentions(i, operand, block).join(' ')}`.trim();
      }),
  );
}

/** Numbers as LLVM gives them: parameters, then blocks and results as they come. */
function registerNames(f: IrFunction): Map<Register, string> {
  const names = new Map<Register, string>();
  let next = 0;
  for (const parameter of f.parameters) names.set(parameter, String(next++));
  for (const block of f.blocks) {
    if (block.name !== String(next)) throw new Error(`block %${block.name} of @${f.name} should be %${next}`);
    next++;
    for (const i of block.instructions) {
      if ('result' in i && i.result !== undefined) names.set(i.result, String(next++));
    }
  }
  return names;
}

function mentions(i: Instruction, operand: (o: Operand) => string[], block: (index: number) => string): string[] {
  const all = (...operands: readonly Operand[]): string[] => operands.flatMap(operand);
  const callee = (c: Extract<Instruction, { op: 'call' }>['callee']): string[] =>
    c.kind === 'assembly' ? [] : operand(c);
  switch (i.op) {
    case 'fneg':
    case 'freeze':
      return all(i.value);
    case 'icmp':
    case 'fcmp':
      return all(i.left, i.right);
    case 'select':
      return all(i.condition, i.whenTrue, i.whenFalse);
    case 'phi':
      return i.incoming.flatMap((way) => [...operand(way.value), block(way.block)]);
    case 'alloca':
      return all(i.count);
    case 'load':
      return all(i.address);
    case 'store':
      return all(i.value, i.address);
    case 'getelementptr':
      return all(i.base, ...i.scaled.map((s) => s.index));
    case 'extractvalue':
      return all(i.aggregate);
    case 'insertvalue':
      return all(i.aggregate, i.value);
    case 'extractelement':
      return all(i.vector, i.index);
    case 'insertelement':
      return all(i.vector, i.value, i.index);
    case 'shufflevector':
      return all(i.left, i.right);
    case 'cmpxchg':
      return all(i.address, i.expected, i.replacement);
    case 'atomicrmw':
      return all(i.address, i.value);
    case 'call':
      return [...callee(i.callee), ...all(...i.arguments)];
    case 'invoke':
      return [...callee(i.callee), ...all(...i.arguments), block(i.normal), block(i.unwind)];
    case 'callbr':
      return [...callee(i.callee), ...all(...i.arguments), block(i.fallThrough), ...i.targets.map(block)];
    case 'va_arg':
      return all(i.list);
    case 'ret':
      return i.value === undefined ? [] : all(i.value);
    case 'br':
      return [block(i.target)];
    case 'condbr':
      return [...all(i.condition), block(i.whenTrue), block(i.whenFalse)];
    case 'switch':
      return [...all(i.value), block(i.otherwise), ...i.cases.map((c) => block(c.target))];
    case 'indirectbr':
      return [...all(i.address), ...i.targets.map(block)];
    case 'resume':
      return all(i.value);
    case 'fence':
    case 'landingpad':
    case 'unreachable':
    case 'debug-declare':
    case 'debug-value':
      return [];
    default:
      if ('left' in i) return all(i.left, i.right);
      if ('value' in i) return all(i.value);
      return assertNever(i);
  }
}

function globalsIn(c: Constant): string[] {
  switch (c.kind) {
    case 'global':
      return [`@${c.name}`];
    case 'aggregate':
      return c.elements.flatMap(globalsIn);
    case 'blockaddress':
      return [`@${c.function}`, `%${c.block}`];
    case 'metadata':
      return c.text.match(/(?<=^ptr )[%@][\w.]+/g) ?? [];
    case 'expression':
      if (c.op === 'getelementptr') return [c.base, ...c.indices].flatMap(globalsIn);
      if (c.op === 'other') return c.operands.flatMap(globalsIn);
      return 'value' in c ? globalsIn(c.value) : [...globalsIn(c.left), ...globalsIn(c.right)];
    case 'int':
    case 'float':
    case 'null':
    case 'undef':
    case 'zero':
    case 'bytes':
      return [];
    default:
      return assertNever(c);
  }
}

/** Only the opcodes, for texts whose registers have names. */
export function opcodesOf(f: IrFunction): string[] {
  return f.blocks.flatMap((b) =>
    b.instructions.filter((i) => !i.op.startsWith('debug-')).map((i) => (i.op === 'condbr' ? 'br' : i.op)),
  );
}

export function opcodesInText(text: string): Map<string, string[]> {
  return readBodies(
    text,
    (statement) => /^\s*(?:%\S+ = )?(?:(?:tail|musttail|notail) )?([a-z_]+)/.exec(statement)?.[1] ?? '',
  );
}

/** The same by lines: function name → signatures. */
export function signaturesInText(text: string): Map<string, string[]> {
  return readBodies(text, signatureOfLine);
}

function readBodies(text: string, describe: (statement: string) => string): Map<string, string[]> {
  const functions = new Map<string, string[]>();
  const bodies = text.matchAll(/^define [^\n]*?@("[^"]*"|[\w.$-]+)\([^\n]*\{\n([\s\S]*?)^\}$/gm);
  for (const [, name = '', body = ''] of bodies) {
    const signatures = joinLines(body).map(describe);
    functions.set(unescaped(name), signatures);
  }
  return functions;
}

/** One element for each instruction: continuation lines are put behind the first. */
function joinLines(body: string): string[] {
  const statements: string[] = [];
  for (const line of body.split('\n')) {
    if (/^\s*(;|$|#dbg_)|^("[^"]*"|[\w.$-]+):|^\s+(tail )?call (addrspace\(1\) )?void @llvm\.dbg\./.test(line))
      continue;
    if (/^ {4,}|^ {2}\]/.test(line)) statements.push(`${statements.pop()} ${line}`);
    else statements.push(line);
  }
  return statements;
}

function signatureOfLine(statement: string): string {
  const plain = statement
    .replace(/, ![a-z][\w.]* !(\d+|DI\w+\([^)]*\)|\{\})/g, '')
    .replace(/ asm [a-z ]*"[^"]*", "[^"]*"/, ' ')
    .replace(/ \[ "[^"]*"\(.*?\) \]/, '')
    .replace(/(\) #\d+)?$/, '$1');
  const [, result = '', opcode = '', rest = ''] =
    /^\s*(%\d+ = )?(?:(?:tail|musttail|notail) )?([a-z_]+)(.*)$/s.exec(plain) ?? [];
  const clauses = opcode === 'landingpad' ? '' : rest;
  const names = clauses
    .replace(/[(<[{ ]%("[^"]*"|(struct|union|class)\.[\w.:-]+)/g, ' ')
    .match(/[%@]("[^"]*"|[\w.$-]+)/g);
  return `${result}${opcode} ${(names ?? []).map(unescaped).join(' ')}`.trim();
}

function unescaped(name: string): string {
  const bytes = name
    .replaceAll('"', '')
    .replace(/\\([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
