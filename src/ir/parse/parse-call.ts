// Calls: `call`, `invoke`, `callbr`, inline assembly, and the debug intrinsics of older texts.

import { type ByValue, type CallSite, type InlineAssembly, type Instruction, unnumbered } from '../instruction.js';
import type { FunctionType, Type } from '../type.js';
import type { Operand, Register } from '../value.js';
import type { BodyContext, InstructionParsers } from './body-context.js';
import { parseGroupReference, parseParameterAttributes, skipAttributeArgument } from './parse-attribute.js';
import { parseDebugCall } from './parse-debug-record.js';
import { parseLabels } from './parse-terminator.js';
import { addressSpace, atType, parseType } from './parse-type.js';
import { Char } from './text-scan.js';

export const callParsers: InstructionParsers = [
  ['call', parseCall],
  ['tail', parseMarkedCall],
  ['musttail', parseMarkedCall],
  ['notail', parseMarkedCall],
  ['invoke', parseInvoke],
  ['callbr', parseCallBranch],
];

const noArguments: readonly Operand[] = [];
const noByValue: ReadonlyMap<number, ByValue> = new Map();

/** All of a call site but its attachments and its result, which come last. */
interface Site {
  readonly callee: Operand | InlineAssembly;
  readonly arguments: readonly Operand[];
  readonly functionType: FunctionType;
  readonly byValue: ReadonlyMap<number, ByValue>;
  readonly noReturn: boolean;
}

function parseMarkedCall(b: BodyContext): Instruction | undefined {
  b.lexer.expectWord('call');
  return parseCall(b);
}

function parseCall(b: BodyContext): Instruction | undefined {
  const { returns, space } = parsePrefix(b);
  const callee = parseCallee(b, space);
  if (callee.kind === 'global' && callee.name.startsWith('llvm.dbg.')) return parseDebugCall(b, callee.name);
  const site = parseSite(b, callee, returns);
  const debug = b.attachments();
  const result = defineResult(b, site);
  const { arguments: operands, functionType, noReturn, byValue } = site;
  if (byValue !== noByValue) return { op: 'call', ...finish(site, debug, result) };
  if (result === undefined)
    return { op: 'call', id: unnumbered, callee, arguments: operands, functionType, noReturn, debug };
  return { op: 'call', id: unnumbered, callee, arguments: operands, functionType, noReturn, debug, result };
}

function parseInvoke(b: BodyContext): Instruction {
  const { returns, space } = parsePrefix(b);
  const site = parseSite(b, parseCallee(b, space), returns);
  b.lexer.expectWord('to');
  const normal = b.label();
  b.lexer.expectWord('unwind');
  const unwind = b.label();
  const debug = b.attachments();
  return { op: 'invoke', ...finish(site, debug, defineResult(b, site)), normal, unwind };
}

function parseCallBranch(b: BodyContext): Instruction {
  const { returns, space } = parsePrefix(b);
  const site = parseSite(b, parseCallee(b, space), returns);
  b.lexer.expectWord('to');
  const fallThrough = b.label();
  const targets = parseLabels(b);
  const debug = b.attachments();
  return { op: 'callbr', ...finish(site, debug, defineResult(b, site)), fallThrough, targets };
}

function defineResult(b: BodyContext, site: Site): Register | undefined {
  const { returns } = site.functionType;
  return returns.kind === 'void' ? undefined : b.define(returns);
}

function finish(site: Site, debug: number, result: Register | undefined): CallSite {
  const { byValue, ...rest } = site;
  return {
    id: unnumbered,
    ...rest,
    debug,
    ...(result === undefined ? {} : { result }),
    ...(byValue === noByValue ? {} : { byValue }),
  };
}

/** Fast-math flags, calling convention, attributes of the result and address space; then the type. */
function parsePrefix(b: BodyContext): { readonly returns: Type; readonly space: number } {
  const { c, lexer } = b;
  let space = c.layout.programAddressSpace;
  while (!atType(c)) {
    if (lexer.peek() === Char.quote) {
      lexer.rawString();
      if (lexer.accept(Char.equals)) lexer.rawString();
      continue;
    }
    if (lexer.lookWord() === 'addrspace') {
      space = addressSpace(c);
      continue;
    }
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'cc') lexer.number();
    else skipAttributeArgument(c, word);
  }
  return { returns: parseType(c), space };
}

function parseCallee(b: BodyContext, space: number): Operand | InlineAssembly {
  return b.lexer.acceptWord('asm') ? parseAssembly(b) : b.operand(b.c.types.pointer(space));
}

function parseAssembly(b: BodyContext): InlineAssembly {
  const { lexer } = b;
  let sideEffect = false;
  for (let word = lexer.word(); word !== ''; word = lexer.word()) if (word === 'sideeffect') sideEffect = true;
  const text = lexer.string();
  lexer.expect(Char.comma);
  return { kind: 'assembly', text, constraints: lexer.string(), sideEffect };
}

function parseSite(b: BodyContext, callee: Operand | InlineAssembly, returns: Type): Site {
  const { c, lexer } = b;
  const operands: Operand[] = [];
  const parameterTypes: Type[] = [];
  let byValue = noByValue;
  lexer.expect(Char.openParenthesis);
  if (!lexer.accept(Char.closeParenthesis)) {
    do {
      const type = parseType(c);
      const plain = type.kind === 'metadata' || lexer.peek() === Char.percent;
      const copied = plain ? undefined : parseParameterAttributes(c);
      if (copied !== undefined) byValue = new Map(byValue).set(operands.length, copied);
      parameterTypes.push(type);
      operands.push(b.operand(type));
    } while (lexer.accept(Char.comma));
    lexer.expect(Char.closeParenthesis);
  }
  const noReturn = parseSiteAttributes(b, callee);
  const functionType = returns.kind === 'function' ? returns : c.types.function(returns, parameterTypes, false);
  // The exact length: arrays that were grown have room to spare.
  const exact = operands.length === 0 ? noArguments : operands.slice();
  return { callee, arguments: exact, functionType, byValue, noReturn };
}

/** Attributes and operand bundles behind the arguments; true if the call does not return. */
function parseSiteAttributes(b: BodyContext, callee: Operand | InlineAssembly): boolean {
  const { c, lexer } = b;
  let noReturn = callee.kind === 'global' && c.functionAttributes.get(callee.name)?.has('noreturn') === true;
  for (;;) {
    const code = lexer.peekOnLine();
    if (code === Char.hash) {
      if (parseGroupReference(c).has('noreturn')) noReturn = true;
    } else if (code === Char.openBracket) {
      lexer.skipBalanced();
    } else if (code === Char.quote) {
      lexer.rawString();
      if (lexer.accept(Char.equals)) lexer.rawString();
    } else {
      const start = lexer.pos;
      const word = code < 0 ? '' : lexer.word();
      if (word === '' || word === 'to') {
        lexer.pos = start;
        return noReturn;
      }
      if (word === 'noreturn') noReturn = true;
      skipAttributeArgument(c, word);
    }
  }
}
