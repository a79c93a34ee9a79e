// Debug records (`#dbg_declare(…)`) and the older calls (`call void @llvm.dbg.declare(…)`): which variable is where.
// They only name things: a declaration whose expression is not empty is left out instead of being misread, and a value
// whose expression is not empty becomes undefined.

import { type Instruction, unnumbered } from '../instruction.js';
import type { Operand } from '../value.js';
import type { BodyContext } from './body-context.js';
import { parseExpressionIsEmpty, parseMetadataReference } from './parse-metadata.js';
import { Char } from './text-scan.js';

/** `#dbg_declare(ptr %x, !12, !DIExpression(), !15)` and kin. */
export function parseDebugRecord(b: BodyContext): Instruction | undefined {
  const { lexer } = b;
  lexer.expect(Char.hash);
  const kind = lexer.word();
  switch (kind) {
    case 'dbg_declare':
    case 'dbg_value':
    case 'dbg_declare_value':
    case 'dbg_assign': {
      const record = parseVariable(b, kind === 'dbg_assign');
      lexer.expect(Char.comma);
      const debug = parseMetadataReference(b.c, true);
      lexer.expect(Char.closeParenthesis);
      return toInstruction(b, kind === 'dbg_declare', record, debug);
    }
    case 'dbg_label':
      lexer.peek();
      lexer.skipBalanced();
      return undefined;
    default:
      return lexer.fail(`unknown debug record '#${kind}'`, 'ir-unknown-instruction');
  }
}

/** The arguments of `@llvm.dbg.declare` and kin, from `(` to behind `)`, and the attachments. */
export function parseDebugCall(b: BodyContext, callee: string): Instruction | undefined {
  const { lexer } = b;
  if (callee === 'llvm.dbg.label') {
    lexer.peek();
    lexer.skipBalanced();
    skipCallAttributes(b);
    b.attachments();
    return undefined;
  }
  const record = parseVariable(b, callee === 'llvm.dbg.assign');
  lexer.expect(Char.closeParenthesis);
  skipCallAttributes(b);
  return toInstruction(b, callee === 'llvm.dbg.declare' || callee === 'llvm.dbg.addr', record, b.attachments());
}

interface VariableRecord {
  readonly value: Operand | undefined;
  readonly variable: number;
  readonly plain: boolean;
}

/** `(value, variable, expression`, and for an assignment `, id, address, expression`. */
function parseVariable(b: BodyContext, assignment: boolean): VariableRecord {
  const { lexer } = b;
  lexer.expect(Char.openParenthesis);
  const value = parseRecordValue(b);
  const variable = nextReference(b, true);
  const plain = nextExpression(b);
  if (assignment) {
    nextReference(b, false);
    lexer.expect(Char.comma);
    parseRecordValue(b);
    nextExpression(b);
  }
  return { value, variable, plain };
}

/** Undefined for a list of values or an empty node: the variable has no single value. */
function parseRecordValue(b: BodyContext): Operand | undefined {
  const { lexer } = b;
  lexer.acceptWord('metadata');
  if (lexer.peek() !== Char.exclamation) return b.typedOperand();
  parseMetadataReference(b.c, false);
  return undefined;
}

function nextReference(b: BodyContext, keep: boolean): number {
  b.lexer.expect(Char.comma);
  b.lexer.acceptWord('metadata');
  return parseMetadataReference(b.c, keep);
}

function nextExpression(b: BodyContext): boolean {
  b.lexer.expect(Char.comma);
  b.lexer.acceptWord('metadata');
  return parseExpressionIsEmpty(b.c);
}

function skipCallAttributes(b: BodyContext): void {
  while (b.lexer.peekOnLine() === Char.hash) {
    b.lexer.pos++;
    b.lexer.number();
  }
}

function toInstruction(
  b: BodyContext,
  declares: boolean,
  record: VariableRecord,
  debug: number,
): Instruction | undefined {
  const { value, variable, plain } = record;
  if (!declares) {
    const known = value !== undefined && plain ? value : b.c.undef(value?.type ?? b.c.types.int(8));
    return { op: 'debug-value', id: unnumbered, value: known, variable, debug };
  }
  return value === undefined || !plain
    ? undefined
    : { op: 'debug-declare', id: unnumbered, address: value, variable, debug };
}
