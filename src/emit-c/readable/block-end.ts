// How a block ends: where control goes from it, and what the edges to other blocks write. A branch to a block that only
// tells of a failure is an assertion.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import type { Call, Terminator } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, constantExpression, Level, not } from './c-expression.js';
import type { CallText } from './call-text.js';
import type { CLine, Declarations } from './function-text.js';
import { bitsOf } from './lvalue.js';
import type { BlockEnd } from './structure.js';
import type { Values } from './values.js';
import type { WrittenBody } from './written-body.js';

export class BlockEnds {
  constructor(
    private readonly body: WrittenBody,
    private readonly fn: IrFunction,
    private readonly values: Values,
    private readonly calls: CallText,
    private readonly declarations: Declarations,
  ) {}

  /** The last instruction of a block. */
  of(i: Terminator, place: SourcePlace | undefined): BlockEnd {
    const here = (text: string): CLine => ({ text, place });
    switch (i.op) {
      case 'ret': {
        const value = i.value === undefined ? undefined : this.values.value(i.value);
        const text =
          value === undefined
            ? 'return;'
            : `return ${value.type.kind === 'pointer' ? this.body.out.returned(value, this.fn) : value.text};`;
        const before = this.body.hooks.beforeReturn?.(this.body) ?? [];
        return { kind: 'leaves', lines: [...before, text].map(here) };
      }
      case 'br':
        this.values.forgetConsumed();
        return { kind: 'jump', target: i.target };
      case 'condbr': {
        const condition = this.values.value(i.condition);
        this.values.forgetConsumed();
        if (i.whenTrue === i.whenFalse) return { kind: 'jump', target: i.whenTrue };
        for (const [failing, other, holds] of [
          [i.whenFalse, i.whenTrue, condition],
          [i.whenTrue, i.whenFalse, not(condition)],
        ] as const) {
          const failure = this.onlyFails(failing);
          if (failure === undefined) continue;
          this.body.add(this.body.hooks.assert(this.body.original(failure), holds.text));
          return { kind: 'jump', target: other };
        }
        return { kind: 'branch', condition, whenTrue: i.whenTrue, whenFalse: i.whenFalse, line: here('') };
      }
      case 'switch': {
        const value = this.values.value(i.value);
        this.values.forgetConsumed();
        const bits = bitsOf(this.body.out, i.value.type);
        const signed = value.type.kind === 'int' && value.type.signed;
        const cases = i.cases.map((c) => ({ text: constantExpression(c.value, bits, signed).text, target: c.target }));
        return {
          kind: 'switch',
          line: here(`switch (${isTruth(value) ? `(int)(${value.text})` : value.text}) {`),
          cases,
          otherwise: i.otherwise,
        };
      }
      case 'unreachable':
        return { kind: 'leaves', lines: [here(this.body.leave)] };
      default:
        throw new NoCForm(i.op === 'indirectbr' ? 'a jump to a computed label' : `the instruction ${i.op}`);
    }
  }

  /** The call of a block that does nothing but to tell that an assertion failed. */
  private onlyFails(block: number): Call | undefined {
    const all = this.fn.blocks[block]!.instructions.filter((i) => i.op !== 'debug-value' && i.op !== 'debug-declare');
    const [call, end] = all;
    const isOnly = all.length === 2 && call?.op === 'call' && end?.op === 'unreachable';
    return isOnly && this.calls.alwaysFails(call) ? call : undefined;
  }

  /** What jumping from one block to another writes: values that depend on where control came from. */
  edge(from: number, to: number): readonly string[] {
    const copies = this.fn.blocks[to]!.instructions.flatMap((i) => {
      if (i.op !== 'phi') return [];
      const target = this.values.peek(i.result.index);
      const value = i.incoming.find((entry) => entry.block === from)?.value;
      if (target === undefined || value === undefined || value.kind === 'undef') return [];
      const text =
        value.kind === 'register'
          ? (this.values.peek(value.index) ?? this.values.value(value)).text
          : this.values.constant(value).text;
      return text === target.text ? [] : [{ name: target.text, type: target.type, text }];
    });
    const reads = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const isMixed = copies.some((c, n) => copies.slice(n + 1).some((later) => reads(later.text, c.name)));
    if (!isMixed) return copies.map((c) => `${c.name} = ${c.text};`);
    const held = copies.map((c) => ({ ...c, held: this.declarations.temporary(c.type) }));
    return [...held.map((c) => `${c.held} = ${c.text};`), ...held.map((c) => `${c.name} = ${c.held};`)];
  }
}

/** What compilers take for a mistake in a switch. */
function isTruth({ level, text }: CExpression): boolean {
  return level === Level.relation || level === Level.equality || text.startsWith('!');
}
