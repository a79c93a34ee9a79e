// Instructions on the parts of structs, arrays and vectors.

import { type Instruction, unnumbered } from '../instruction.js';
import type { Type } from '../type.js';
import type { Operand } from '../value.js';
import type { BodyContext, InstructionParsers } from './body-context.js';
import { Char } from './text-scan.js';

export const aggregateParsers: InstructionParsers = [
  ['extractvalue', parseExtractValue],
  ['insertvalue', parseInsertValue],
  ['extractelement', parseExtractElement],
  ['insertelement', parseInsertElement],
  ['shufflevector', parseShuffleVector],
];

/** `, 0, 1`: the field numbers of extractvalue and insertvalue. */
function parsePath(b: BodyContext): number[] {
  const { lexer } = b;
  const path: number[] = [];
  while (b.hasClause()) {
    lexer.expect(Char.comma);
    path.push(lexer.number());
  }
  return path;
}

function parseExtractValue(b: BodyContext): Instruction {
  const aggregate = b.typedOperand();
  const path = parsePath(b);
  let type = aggregate.type;
  for (const field of path) type = memberType(b, type, field);
  const debug = b.attachments();
  return { op: 'extractvalue', id: unnumbered, aggregate, path, debug, result: b.define(type) };
}

function memberType(b: BodyContext, type: Type, field: number): Type {
  if (type.kind === 'array' && field < type.length) return type.element;
  const member = type.kind === 'struct' ? type.fields?.[field] : undefined;
  return member ?? b.lexer.fail(`the value has no member ${field}`);
}

function parseInsertValue(b: BodyContext): Instruction {
  const aggregate = b.typedOperand();
  const value = b.nextOperand();
  const path = parsePath(b);
  const debug = b.attachments();
  return { op: 'insertvalue', id: unnumbered, aggregate, value, path, debug, result: b.define(aggregate.type) };
}

function parseExtractElement(b: BodyContext): Instruction {
  const vector = b.typedOperand();
  const index = b.nextOperand();
  const debug = b.attachments();
  if (vector.type.kind !== 'vector') return b.lexer.fail('extractelement needs a vector');
  return { op: 'extractelement', id: unnumbered, vector, index, debug, result: b.define(vector.type.element) };
}

function parseInsertElement(b: BodyContext): Instruction {
  const vector = b.typedOperand();
  const value = b.nextOperand();
  const index = b.nextOperand();
  const debug = b.attachments();
  return { op: 'insertelement', id: unnumbered, vector, value, index, debug, result: b.define(vector.type) };
}

function parseShuffleVector(b: BodyContext): Instruction {
  const { c, lexer } = b;
  const left = b.typedOperand();
  const right = b.nextOperand();
  const mask = b.nextOperand();
  const debug = b.attachments();
  if (left.type.kind !== 'vector' || mask.type.kind !== 'vector') return lexer.fail('shufflevector needs vectors');
  const type = c.types.vector(mask.type.length, left.type.element, mask.type.scalable);
  return {
    op: 'shufflevector',
    id: unnumbered,
    left,
    right,
    mask: maskLanes(b, mask, type.length),
    debug,
    result: b.define(type),
  };
}

function maskLanes(b: BodyContext, mask: Operand, length: number): number[] {
  if (mask.kind === 'zero') return new Array<number>(length).fill(0);
  if (mask.kind === 'undef') return new Array<number>(length).fill(-1);
  if (mask.kind !== 'aggregate') return b.lexer.fail('the mask of shufflevector is not a constant');
  return mask.elements.map((lane) => (lane.kind === 'int' ? Number(lane.value) : -1));
}
