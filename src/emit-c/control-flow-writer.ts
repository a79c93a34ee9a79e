// Jumps between the blocks of one function as gotos, with the values that phis get on the way.

import type { Terminator } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import type { CFunction } from './c-function.js';
import { isScalar, numberText, typeName, unbracketed } from './expression.js';
import { Names } from './names.js';
import { NoCForm } from './no-c-form.js';

export class ControlFlowWriter {
  private readonly labels: readonly string[];
  private readonly targeted = new Set<number>();
  private readonly passed = new Map<string, string>();
  /** Does the function take back on return what it allocated? */
  needsFrame = false;

  constructor(
    private readonly out: CFunction,
    private readonly isMain: boolean,
  ) {
    const names = new Names(undefined);
    this.labels = out.code.fn.blocks.map((b, n) =>
      names.pick(/^\d+$/.test(b.name) ? `label_${b.name}` : b.name || `label_${n}`),
    );
  }

  /** In front of a block that something jumps to. */
  label(n: number): readonly string[] {
    return this.targeted.has(n) ? [`${this.labels[n]}:`] : [];
  }

  write(i: Terminator, n: number): void {
    const { out } = this;
    switch (i.op) {
      case 'ret':
        if (!this.isMain && this.allocates()) {
          out.line('stack_top = frame;');
          this.needsFrame = true;
        }
        return out.line(i.value === undefined ? 'return;' : `return ${unbracketed(out.operand(i.value))};`);
      case 'br':
        return out.add(this.edge(n, i.target));
      case 'condbr': {
        const isSwapped = i.whenTrue === n + 1;
        const [first, second] = isSwapped ? [i.whenFalse, i.whenTrue] : [i.whenTrue, i.whenFalse];
        const [whenTrue, whenFalse] = [this.edge(n, first, false), this.edge(n, second)];
        const condition = isSwapped ? `!${out.operand(i.condition)}` : unbracketed(out.operand(i.condition));
        if (whenTrue.length === 1) out.line(`if (${condition}) ${whenTrue[0]}`);
        else {
          out.line(`if (${condition}) {`);
          for (const text of whenTrue) out.line(`    ${text}`);
          out.line('}');
        }
        return out.add(whenFalse);
      }
      case 'switch':
        out.line(`switch (${unbracketed(out.operand(i.value))}) {`);
        for (const { value, target } of i.cases) {
          const edge = this.edge(n, target, false);
          out.line(`case ${numberText(value)}: ${edge.length === 1 ? edge[0] : `{ ${edge.join(' ')} }`}`);
        }
        out.line(`default: ${this.edge(n, i.otherwise, false).join(' ')}`);
        return out.line('}');
      case 'unreachable':
        return out.line('cannot_go_on("code that was promised to be unreachable");');
      default:
        throw new NoCForm(`the instruction ${i.op} in ${out.code.fn.sourceName}()`);
    }
  }

  private allocates(): boolean {
    return this.out.code.blocks.some((b) =>
      b.some((i) => i.op === 'alloca' || (i.op === 'call' && i.byValue !== undefined)),
    );
  }

  /**
   * From one block into another: phis get their values, all at once. The last goto is left out where the block follows.
   */
  private edge(from: number, to: number, mayFallThrough = true): readonly string[] {
    const { out } = this;
    const copies = (out.code.blocks[to] ?? []).flatMap((i) => {
      if (i.op !== 'phi' || !out.isUsed(i.result)) return [];
      const value = i.incoming.find((entry) => entry.block === from)?.value;
      if (value === undefined || (value.kind === 'register' && value.index === i.result.index)) return [];
      const text = value.kind === 'undef' ? '0' : unbracketed(out.operand(value));
      return [{ name: out.nameOf(i.result), type: i.result.type, text }];
    });
    const reads = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const isMixed = copies.some((c, n) => copies.slice(n + 1).some((later) => reads(later.text, c.name)));
    const lines = isMixed
      ? [
          ...copies.map((c, n) => `${this.passing(c.type, n)} = ${c.text};`),
          ...copies.map((c, n) => `${c.name} = ${this.passing(c.type, n)};`),
        ]
      : copies.map((c) => `${c.name} = ${c.text};`);
    if (to <= from) lines.push(...out.instrumentation.jumpBack);
    if (!(mayFallThrough && to === from + 1)) {
      this.targeted.add(to);
      lines.push(`goto ${this.labels[to]};`);
    }
    return lines;
  }

  private passing(type: Type, n: number): string {
    const text = this.out.file.typeText(type);
    const key = `${text} ${n}`;
    const known = this.passed.get(key);
    if (known !== undefined) return known;
    if (!isScalar(type)) throw new NoCForm(`two values of type ${typeName(type)} that change places`);
    const name = this.out.temporary(text, `next_${n}`);
    this.passed.set(key, name);
    return name;
  }
}
