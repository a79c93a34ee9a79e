// Constants: each has the type that its form needs, and what it refers to exists. Shared constants are looked at once.

import type { IrModule } from '../module.js';
import { factsOf } from '../opcode.js';
import { isIntegerPredicate } from '../predicate.js';
import type { Type } from '../type.js';
import type { Constant, ConstantExpression } from '../value.js';
import { canConvert } from './conversion.js';
import { isFirstClass, sameLanes, sameType, scalarOf, type TypeFacts } from './type.js';

/** Further away from its object than this, an address is of no use, and offsets of 32 bits would wrap. */
export const farthestOffset = 2 ** 31 - 1;

export class ConstantVerifier {
  private readonly seen = new Map<Constant, string | undefined>();

  constructor(
    private readonly module: IrModule,
    private readonly types: TypeFacts,
  ) {}

  /** What is wrong with it or with a part of it. */
  problem(constant: Constant): string | undefined {
    const known = this.seen.get(constant);
    if (known !== undefined || this.seen.has(constant)) return known;
    const problem = this.types.malformed(constant.type) ?? this.find(constant);
    this.seen.set(constant, problem);
    return problem;
  }

  private find(constant: Constant): string | undefined {
    const { type } = constant;
    switch (constant.kind) {
      case 'int':
      case 'float':
      case 'metadata':
        return undefined;
      case 'null':
        return type.kind === 'pointer' ? undefined : 'null is a pointer';
      case 'undef':
      case 'zero':
        return isFirstClass(type) ? undefined : `there is no value of type ${type.kind}`;
      case 'bytes': {
        const isText = type.kind === 'array' && type.element.kind === 'int' && type.element.bits === 8;
        if (!isText) return 'a string is an array of i8';
        return type.length === constant.bytes.length
          ? undefined
          : `a string of ${constant.bytes.length} bytes for an array of ${type.length}`;
      }
      case 'aggregate':
        return this.aggregate(type, constant.elements);
      case 'global':
        return this.reference(type, constant.name);
      case 'blockaddress': {
        const owner = this.module.functions.get(constant.function);
        if (owner === undefined) return `there is no function @${constant.function}`;
        if (type.kind !== 'pointer') return 'the address of a block is a pointer';
        // A body that was not understood may have had it.
        return owner.problems.length > 0 || owner.blocks.some((block) => block.name === constant.block)
          ? undefined
          : `@${constant.function} has no block %${constant.block}`;
      }
      case 'expression':
        return this.expression(constant);
    }
  }

  private aggregate(type: Type, elements: readonly Constant[]): string | undefined {
    const expected = type.kind === 'struct' ? type.fields?.length : 'length' in type ? type.length : undefined;
    if (expected === undefined) return `there is no list of values for the type ${type.kind}`;
    if (expected !== elements.length) return `${elements.length} values for a type with ${expected}`;
    for (const [n, element] of elements.entries()) {
      const wanted = type.kind === 'struct' ? type.fields?.[n] : 'element' in type ? type.element : undefined;
      if (wanted === undefined || !sameType(element.type, wanted)) return `value ${n} of the list has another type`;
      const problem = this.problem(element);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private reference(type: Type, name: string): string | undefined {
    const { globals, functions, aliases } = this.module;
    const space = globals.get(name)?.addressSpace ?? functions.get(name)?.addressSpace;
    if (space === undefined && !aliases.has(name) && !name.startsWith('llvm.')) return `there is no @${name}`;
    if (type.kind !== 'pointer') return `@${name} is a pointer`;
    return space === undefined || space === type.addressSpace ? undefined : `@${name} is in address space ${space}`;
  }

  private expression(e: ConstantExpression): string | undefined {
    if (e.op === 'getelementptr') {
      const wrong = e.indices.find((index) => scalarOf(index.type).kind !== 'int');
      if (wrong !== undefined) return 'an index is no integer';
      if (scalarOf(e.base.type).kind !== 'pointer') return 'the base of getelementptr is no pointer';
      if (!sameType(e.base.type, e.type)) return 'the address has another type than its place';
      if (!this.types.isSized(e.sourceType))
        return `there is no distance between elements of type ${e.sourceType.kind}`;
      if (!(Math.abs(e.offset) <= farthestOffset)) return 'the address is too far from its base';
      return this.all([e.base, ...e.indices]);
    }
    if (e.op === 'other') {
      const wrong = e.operands.find((operand) => !isFirstClass(operand.type));
      return wrong === undefined ? this.all(e.operands) : `a ${wrong.type.kind} is no operand of ${e.name}`;
    }
    if ('value' in e) {
      if (!canConvert(e.op, e.value.type, e.type)) return `${e.op} does not convert these types`;
      return this.problem(e.value);
    }
    if (!sameType(e.left.type, e.right.type)) return 'the two sides have different types';
    const kind = scalarOf(e.left.type).kind;
    if (e.op === 'icmp' || e.op === 'fcmp') {
      const isFit = e.op === 'icmp' ? kind === 'int' || kind === 'pointer' : kind === 'float';
      const bit = scalarOf(e.type);
      if (!isFit || (e.op === 'icmp' && !isIntegerPredicate(e.predicate ?? '')))
        return `${e.op} does not compare these`;
      if (bit.kind !== 'int' || bit.bits !== 1 || !sameLanes(e.type, e.left.type)) return 'a comparison gives an i1';
    } else {
      if (!sameType(e.left.type, e.type)) return 'the expression has another type than its place';
      if (kind !== (factsOf(e.op).class === 'float' ? 'float' : 'int')) return `${e.op} does not work on these types`;
    }
    return this.all([e.left, e.right]);
  }

  private all(constants: readonly Constant[]): string | undefined {
    for (const constant of constants) {
      const problem = this.problem(constant);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}
