// Instructions on memory: allocation, loads, stores, addresses, atomics, fences.

import { type Instruction, unnumbered } from '../instruction.js';
import type { Type } from '../type.js';
import type { Constant, Operand } from '../value.js';
import type { BodyContext, InstructionParsers } from './body-context.js';
import { AddressWalk, indexValue, parseAddressFlags, parseIndexLiteral } from './parse-address.js';
import { MemoryFlag, parseFlags } from './parse-flags.js';
import { parseMemoryOrdering } from './parse-ordering.js';
import { addressSpace, parseType } from './parse-type.js';
import { Char } from './text-scan.js';

export const memoryParsers: InstructionParsers = [
  ['alloca', parseAlloca],
  ['load', parseLoad],
  ['store', parseStore],
  ['getelementptr', parseGetElementPtr],
  ['cmpxchg', parseCompareExchange],
  ['atomicrmw', parseAtomicRmw],
  ['fence', parseFence],
];

/** `, align 4`, or the type's own alignment. */
function parseAlign(b: BodyContext, type: Type): number {
  return b.lexer.acceptClause('align') ? b.lexer.number() : b.c.layout.alignment(type);
}

function parseAlloca(b: BodyContext): Instruction {
  const { c, lexer } = b;
  parseFlags(b);
  const allocated = parseType(c);
  let count: Operand = c.int(c.types.int(32), 1);
  let align = 0;
  let space = 0;
  for (;;) {
    if (lexer.acceptClause('align')) align = lexer.number();
    else if (lexer.peek() === Char.comma && lexer.text.startsWith(' addrspace(', lexer.pos + 1)) {
      lexer.pos++;
      space = addressSpace(c);
    } else if (b.hasClause()) count = b.nextOperand();
    else break;
  }
  const debug = b.attachments();
  return {
    op: 'alloca',
    id: unnumbered,
    allocated,
    count,
    align: align > 0 ? align : c.layout.alignment(allocated),
    debug,
    result: b.define(c.types.pointer(space)),
  };
}

function parseLoad(b: BodyContext): Instruction {
  const flags = parseFlags(b);
  const type = parseType(b.c);
  const address = b.nextOperand();
  const volatile = (flags & MemoryFlag.volatile) !== 0;
  const ordering = (flags & MemoryFlag.atomic) !== 0 ? parseMemoryOrdering(b).ordering : undefined;
  const align = parseAlign(b, type);
  const debug = b.attachments();
  const result = b.define(type);
  if (ordering === undefined) return { op: 'load', id: unnumbered, address, volatile, align, debug, result };
  return { op: 'load', id: unnumbered, address, volatile, ordering, align, debug, result };
}

function parseStore(b: BodyContext): Instruction {
  const flags = parseFlags(b);
  const value = b.typedOperand();
  const address = b.nextOperand();
  const volatile = (flags & MemoryFlag.volatile) !== 0;
  const ordering = (flags & MemoryFlag.atomic) !== 0 ? parseMemoryOrdering(b).ordering : undefined;
  const align = parseAlign(b, value.type);
  const debug = b.attachments();
  if (ordering === undefined) return { op: 'store', id: unnumbered, address, value, volatile, align, debug };
  return { op: 'store', id: unnumbered, address, value, volatile, ordering, align, debug };
}

function parseGetElementPtr(b: BodyContext): Instruction {
  const { c, lexer } = b;
  const flags = parseAddressFlags(c);
  const sourceType = parseType(c);
  const base = b.nextOperand();
  let type = base.type;
  const walk = new AddressWalk(c, sourceType);
  while (b.hasClause()) {
    lexer.expect(Char.comma);
    lexer.acceptWord('inrange');
    const indexType = parseType(c);
    const literal = parseIndexLiteral(c, indexType);
    if (literal !== undefined) {
      walk.constant(literal);
      continue;
    }
    const index = b.operand(indexType);
    if (indexType.kind === 'vector' && type.kind !== 'vector') {
      type = c.types.vector(indexType.length, type, indexType.scalable);
    }
    const value = index.kind === 'register' ? undefined : (indexValue(index) ?? splatValue(index));
    if (value === undefined) walk.variable(index);
    else walk.constant(value);
  }
  const debug = b.attachments();
  const { offset, scaled } = walk;
  return {
    op: 'getelementptr',
    id: unnumbered,
    sourceType,
    base,
    offset,
    scaled,
    flags,
    debug,
    result: b.define(type),
  };
}

/** The one index of a vector of equal indices, as a struct field needs it. */
function splatValue(index: Constant): number | undefined {
  if (index.kind === 'zero') return 0;
  if (index.kind !== 'aggregate') return undefined;
  const [first, ...rest] = index.elements;
  if (first?.kind !== 'int' || rest.some((e) => e.kind !== 'int' || e.value !== first.value)) return undefined;
  return indexValue(first);
}

function parseCompareExchange(b: BodyContext): Instruction {
  const { types } = b.c;
  const flags = parseFlags(b);
  const volatile = (flags & MemoryFlag.volatile) !== 0;
  const weak = (flags & MemoryFlag.weak) !== 0;
  const address = b.typedOperand();
  const expected = b.nextOperand();
  const replacement = b.nextOperand();
  const success = parseMemoryOrdering(b).ordering;
  const failure = parseMemoryOrdering(b).ordering;
  const align = parseAlign(b, expected.type);
  const debug = b.attachments();
  const result = b.define(types.struct([expected.type, types.int(1)], false));
  return {
    op: 'cmpxchg',
    id: unnumbered,
    address,
    expected,
    replacement,
    volatile,
    weak,
    success,
    failure,
    align,
    debug,
    result,
  };
}

function parseAtomicRmw(b: BodyContext): Instruction {
  const volatile = (parseFlags(b) & MemoryFlag.volatile) !== 0;
  const operation = b.lastFlag;
  const address = b.typedOperand();
  const value = b.nextOperand();
  const { ordering } = parseMemoryOrdering(b);
  const align = parseAlign(b, value.type);
  const debug = b.attachments();
  const result = b.define(value.type);
  return { op: 'atomicrmw', id: unnumbered, operation, address, value, volatile, ordering, align, debug, result };
}

function parseFence(b: BodyContext): Instruction {
  const { ordering, singleThread } = parseMemoryOrdering(b);
  return { op: 'fence', id: unnumbered, ordering, singleThread, debug: b.attachments() };
}
