// Functions of the program as C: a statement for each access, computations folded into them, gotos for the control
// flow, and before each line the line of the source that it comes from. What else stands between them is the
// instrumentation's.

import type { CheckLimits } from '../base/limits.js';
import type { Alloca, Instruction } from '../ir/instruction.js';
import { mayTrap } from '../ir/instruction-class.js';
import { resultOf } from '../ir/operand.js';
import type { Code } from '../machine/stepping/code.js';
import { AccessWriter } from './access-writer.js';
import { aggregateField, aggregateText } from './aggregate.js';
import type { CFile } from './c-file.js';
import { CFunction } from './c-function.js';
import { CallWriter } from './call-writer.js';
import { ControlFlowWriter } from './control-flow-writer.js';
import { computation, isPure, isScalar, unbracketed } from './expression.js';
import type { Instrumentation } from './instrumentation.js';
import { NoCForm } from './no-c-form.js';

/**
 * All functions that the program can get to, in the order in which they are mentioned; between two it looks at the
 * limits.
 */
export function functionTexts(
  file: CFile,
  instrumentation: Instrumentation,
  checkLimits: CheckLimits,
): readonly string[] {
  const main = file.machine.program.contexts[0]!.function;
  const texts: string[] = [];
  // Each one mentions more.
  for (const symbol of file.called) {
    checkLimits();
    const code = file.machine.image.codes.get(symbol)!;
    texts.push(new FunctionWriter(file, code, instrumentation, symbol === main).text());
  }
  return texts;
}

class FunctionWriter {
  private readonly out: CFunction;
  private readonly accesses: AccessWriter;
  private readonly calls: CallWriter;
  private readonly flow: ControlFlowWriter;

  constructor(
    private readonly file: CFile,
    private readonly code: Code,
    private readonly instrumentation: Instrumentation,
    private readonly isMain: boolean,
  ) {
    if (code.fn.problems.length > 0) throw new NoCForm(`a part of ${code.fn.sourceName}() is not understood`);
    this.out = new CFunction(file, code, instrumentation);
    this.accesses = new AccessWriter(this.out);
    this.calls = new CallWriter(this.out);
    this.flow = new ControlFlowWriter(this.out, isMain);
  }

  text(): string {
    const { out } = this;
    const { fn, blocks } = this.code;
    const signature = this.file.signature(
      fn,
      fn.parameters.map((p) => out.nameOf(p)),
    );
    const unused = fn.parameters.filter((p) => !out.isUsed(p)).map((p) => `    (void)${out.nameOf(p)};`);
    const bodies = blocks.map((block, n) => out.linesOf(() => this.block(block, n)));
    const unread = out.unread(bodies.flat()).map((name) => `    (void)${name};`);
    const declarations = out.declarations.map((d) => `    ${d};`);
    if (this.flow.needsFrame) declarations.push('    const address frame = stack_top;');
    const hasReturn = blocks.some((b) => b.some((i) => i.op === 'ret'));
    const { returns } = fn.type;
    // Compilers want one even where it is never reached.
    const last =
      hasReturn || returns.kind === 'void'
        ? []
        : [`    return ${isScalar(returns) ? '0' : `(${this.file.typeText(returns)}){0}`};`];
    return [
      `static ${signature}`,
      '{',
      ...declarations,
      ...(declarations.length > 0 ? [''] : []),
      ...unused,
      ...unread,
      ...bodies.flatMap((lines, n) => [...this.flow.label(n), ...lines]),
      ...last,
      '}',
    ].join('\n');
  }

  private block(block: readonly Instruction[], n: number): void {
    if (this.isMain && this.code.endless.headers.has(n)) this.out.add(this.instrumentation.mainLoop);
    for (const i of block) if (i.op !== 'phi') this.instruction(i, n);
  }

  private instruction(i: Instruction, n: number): void {
    const { out } = this;
    const result = resultOf(i);
    if (result !== undefined && isPure(i) && !out.isUsed(result)) return out.before(i);
    const text = computation(i, { text: (o) => out.operand(o), pointerBits: this.file.pointerBits });
    if (text !== undefined && result !== undefined) {
      out.before(i);
      if (!mayTrap(i) && out.fold(result, text, n)) return;
      out.source(i);
      return out.assign(result, text);
    }
    out.source(i);
    switch (i.op) {
      case 'load':
      case 'store':
      case 'atomicrmw':
      case 'cmpxchg':
        return this.accesses.write(i);
      case 'call':
        return this.calls.write(i);
      case 'alloca':
        out.before(i);
        return this.allocate(i);
      case 'extractvalue':
        return out.assign(
          i.result,
          `${out.operand(i.aggregate)}.${aggregateField(i.aggregate.type, i.path, i.result.type)}`,
        );
      case 'insertvalue': {
        if (!out.isUsed(i.result)) return;
        const name = out.nameOf(i.result);
        const { aggregate } = i;
        const from =
          aggregate.kind === 'register'
            ? out.operand(aggregate)
            : aggregateText(aggregate, this.file.typeText(aggregate.type));
        out.line(`${name} = ${from};`);
        return out.line(
          `${name}.${aggregateField(aggregate.type, i.path, i.value.type)} = ${unbracketed(out.operand(i.value))};`,
        );
      }
      case 'fence':
      case 'debug-value':
      case 'debug-declare':
        return;
      case 'ret':
      case 'br':
      case 'condbr':
      case 'switch':
      case 'unreachable':
        out.before(i);
        return this.flow.write(i, n);
      default:
        throw new NoCForm(`the instruction ${i.op} in ${this.code.fn.sourceName}()`);
    }
  }

  private allocate(i: Alloca): void {
    const size = this.file.machine.program.module.layout.allocationSize(i.allocated);
    const count =
      i.count.kind === 'int'
        ? `${BigInt(size) * i.count.value}u`
        : `(address)(${this.out.operand(i.count)} * ${size}u)`;
    this.out.assign(i.result, `allocate(${count}, ${Math.max(1, i.align)}u)`);
  }
}
