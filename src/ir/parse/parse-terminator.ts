// Instructions that end a block, but for those that call (see parse-call.ts).

import { type BlockIndex, type Instruction, unnumbered } from '../instruction.js';
import type { BodyContext, InstructionParsers } from './body-context.js';
import { parseConstant } from './parse-constant.js';
import { parseType } from './parse-type.js';
import { Char } from './text-scan.js';

export const terminatorParsers: InstructionParsers = [
  ['ret', parseReturn],
  ['br', parseBranch],
  ['switch', parseSwitch],
  ['indirectbr', parseIndirectBranch],
  ['resume', parseResume],
  ['unreachable', (b) => ({ op: 'unreachable', id: unnumbered, debug: b.attachments() })],
];

function parseReturn(b: BodyContext): Instruction {
  const type = parseType(b.c);
  if (type.kind === 'void') return { op: 'ret', id: unnumbered, debug: b.attachments() };
  const value = b.operand(type);
  return { op: 'ret', id: unnumbered, value, debug: b.attachments() };
}

function parseBranch(b: BodyContext): Instruction {
  const { lexer } = b;
  if (lexer.acceptWord('label')) {
    const target = b.blockReference();
    return { op: 'br', id: unnumbered, target, debug: b.attachments() };
  }
  const condition = b.typedOperand();
  lexer.expect(Char.comma);
  const whenTrue = b.label();
  lexer.expect(Char.comma);
  const whenFalse = b.label();
  return { op: 'condbr', id: unnumbered, condition, whenTrue, whenFalse, debug: b.attachments() };
}

function parseSwitch(b: BodyContext): Instruction {
  const { c, lexer } = b;
  const value = b.typedOperand();
  lexer.expect(Char.comma);
  const otherwise = b.label();
  lexer.expect(Char.openBracket);
  const cases: { readonly value: bigint; readonly target: BlockIndex }[] = [];
  while (!lexer.accept(Char.closeBracket)) {
    const item = parseConstant(c, parseType(c));
    if (item.kind !== 'int') return lexer.fail('a case is not an integer');
    if (item.type !== value.type) return lexer.fail('a case has another type than the value');
    lexer.expect(Char.comma);
    cases.push({ value: item.value, target: b.label() });
  }
  return { op: 'switch', id: unnumbered, value, cases, otherwise, debug: b.attachments() };
}

function parseIndirectBranch(b: BodyContext): Instruction {
  const address = b.typedOperand();
  b.lexer.expect(Char.comma);
  const targets = parseLabels(b);
  return { op: 'indirectbr', id: unnumbered, address, targets, debug: b.attachments() };
}

/** `[label %a, label %b]`. */
export function parseLabels(b: BodyContext): BlockIndex[] {
  const { lexer } = b;
  lexer.expect(Char.openBracket);
  const labels: BlockIndex[] = [];
  if (lexer.accept(Char.closeBracket)) return labels;
  do labels.push(b.label());
  while (lexer.accept(Char.comma));
  lexer.expect(Char.closeBracket);
  return labels;
}

function parseResume(b: BodyContext): Instruction {
  const value = b.typedOperand();
  return { op: 'resume', id: unnumbered, value, debug: b.attachments() };
}
