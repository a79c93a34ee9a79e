// Calls as C: of functions with a body, through pointers, of what the platform knows (masks have no effect here: an ISR comes only where the
// plan says), of intrinsics, and of functions without a body, which give what they gave in the execution that was found.

import type { Call } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import { blockOperation } from '../machine/stepping/callee.js';
import { isVisibleEffect } from '../machine/stepping/effects.js';
import { directCallee } from '../model/known-calls.js';
import type { Effect } from '../model/platform.js';
import { effectsOfCall } from '../report/reproduce/occurrence.js';
import { marksAt, pointsAt } from '../report/reproduce/plan.js';
import { NotReproducible } from '../report/reproduce/recorded.js';
import { isScalar } from './expression.js';
import { type FunctionWriter, refuseVariadic, unbracketed } from './function-writer.js';
import { intrinsicText } from './intrinsic.js';
import { commentText, stringText } from './names.js';

export class CallWriter {
  constructor(private readonly out: FunctionWriter) {}

  private get writing() {
    return this.out.writing;
  }

  write(i: Call): void {
    const { machine } = this.writing;
    const name = directCallee(machine.program.module, i.callee);
    const block = name === undefined ? undefined : blockOperation(name);
    if (block !== undefined) return this.block(i, block);
    this.out.arrivals(i);
    const effects = effectsOfCall(machine.program, i);
    if (effects !== undefined) return this.known(i, effects, name);
    if (i.callee.kind === 'assembly') throw new NotReproducible('inline assembly that Preempt does not know');
    if (name === undefined) return this.throughPointer(i);
    if (name.startsWith('llvm.')) return this.intrinsic(i, name);
    const code = machine.image.codes.get(name);
    if (code !== undefined && code.blocks.length > 0) return this.called(i, this.callText(i, name));
    this.unknown(i, name);
  }

  private called(i: Call, text: string): void {
    if (i.result !== undefined && this.out.isUsed(i.result)) this.out.line(`${this.out.nameOf(i.result)} = ${text};`);
    else this.out.line(`${text};`);
  }

  private callText(i: Call, name: string): string {
    const fn = this.writing.machine.program.module.functions.get(name)!;
    refuseVariadic(fn);
    if (fn.parameters.length !== i.arguments.length || fn.type.returns.kind !== i.functionType.returns.kind)
      throw new NotReproducible(`${fn.sourceName}() is called with other arguments than it has`);
    const values = i.arguments.map((a, n) => {
      const type = fn.byValue?.get(n) ?? i.byValue?.get(n);
      const text = unbracketed(this.out.operand(a));
      if (type === undefined) return text;
      return `copy_of(${text}, ${this.writing.machine.program.module.layout.allocationSize(type)}u)`;
    });
    return `${this.writing.functionName(name)}(${values.join(', ')})`;
  }

  private throughPointer(i: Call): void {
    const { machine } = this.writing;
    const { module } = machine.program;
    const fits = (name: string): boolean => {
      const fn = module.functions.get(name);
      const isSame = (a: Type, b: Type): boolean => a === b || (a.kind === b.kind && a.kind === 'pointer');
      return (
        fn !== undefined &&
        fn.blocks.length > 0 &&
        isSame(fn.type.returns, i.functionType.returns) &&
        fn.parameters.length === i.arguments.length &&
        fn.parameters.every((p, n) => isSame(p.type, i.arguments[n]!.type))
      );
    };
    const targets = machine.program.callGraph.targets(i).filter(fits);
    const callee = unbracketed(this.out.operand(i.callee as Exclude<Call['callee'], { kind: 'assembly' }>));
    this.out.line(`switch (${callee}) {`);
    for (const name of targets) {
      const text = this.callText(i, name);
      const result = i.result !== undefined && this.out.isUsed(i.result) ? `${this.out.nameOf(i.result)} = ` : '';
      this.out.line(`case ${this.writing.layout.functionAddress(name)}: ${result}${text}; break;`);
    }
    this.out.line('default: cannot_go_on("a call through a pointer to no function");');
    this.out.line('}');
  }

  /** What a pack or Preempt knows. */
  private known(i: Call, effects: readonly Effect[], name: string | undefined): void {
    const { out } = this;
    const called = i.callee.kind === 'assembly' ? `asm ${i.callee.text.trim()}` : `${name}()`;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'assert':
          out.line(`if (!${out.operand(i.arguments[0]!)}) fails(${this.writing.failure(i)});`);
          return;
        case 'assume':
          out.line(`if (!${out.operand(i.arguments[0]!)}) assumption_fails();`);
          return;
        case 'fail':
          out.line(`fails(${this.writing.failure(i)});`);
          return;
        case 'exit':
          out.line(`ends(${stringText(called)});`);
          return;
        case 'nondet':
          return this.given(i, name ?? '');
        case 'allocate':
          return this.allocation(i, name ?? '');
        case 'free':
          return this.ignoreArguments(i);
        default:
      }
    }
    if (effects.some(isVisibleEffect))
      out.line(`/* ${commentText(called)}: interrupts come only where the finding has them */`);
    this.ignoreArguments(i);
    if (i.result === undefined || !out.isUsed(i.result)) return;
    this.given(i, '');
  }

  /** Compilers want to see that what was computed is used. */
  private ignoreArguments(i: Call): void {
    const texts = i.arguments.flatMap((a) => (a.kind === 'register' ? [`(void)${this.out.operand(a)};`] : []));
    if (texts.length > 0) this.out.line(texts.join(' '));
  }

  /** The next of the values that it gave. */
  private given(i: Call, name: string): void {
    const { out } = this;
    const { result } = i;
    if (result === undefined) return;
    const list = this.writing.resultsOf(i);
    if (!out.isUsed(result)) return out.line(`(void)input(${list});`);
    if (!isScalar(result.type)) throw new NotReproducible(`an arbitrary structure returned by ${name}()`);
    const type = out.scalarType(result.type);
    const raw = `input(${list})`;
    const kept = name.endsWith('_bool') ? `${raw} & 1u` : name === 'rand' ? `${raw} & 0x7fffffffu` : raw;
    if (result.type.kind === 'float')
      return out.line(`${out.nameOf(result)} = ${type}_of_bits((uint${type === 'float' ? 32 : 64}_t)${raw});`);
    out.line(`${out.nameOf(result)} = (${type})${kept === raw ? raw : `(${kept})`};`);
  }

  private allocation(i: Call, name: string): void {
    const argument = (n: number): string => out.operand(i.arguments[n]!);
    const { out } = this;
    if (i.result === undefined) return;
    const size =
      name === 'calloc' ? `${argument(0)} * ${argument(1)}` : unbracketed(argument(name === 'malloc' ? 0 : 1));
    const text = name === 'realloc' ? `grown(${unbracketed(argument(0))}, ${size})` : `from_heap(${size})`;
    out.assign(i.result, text);
  }

  private intrinsic(i: Call, name: string): void {
    const text = intrinsicText(this.out, i, name);
    if (text === undefined) return;
    if (i.result === undefined) this.out.line(text);
    else if (this.out.isUsed(i.result)) this.out.line(`${this.out.nameOf(i.result)} = ${unbracketed(text)};`);
  }

  private unknown(i: Call, name: string): void {
    this.out.line(`/* ${commentText(name)}() has no body: it gives what it gave when the finding was made */`);
    this.ignoreArguments(i);
    if (i.noReturn) return this.out.line(`ends(${stringText(`${name}()`)});`);
    if (i.result !== undefined) this.given(i, name);
  }

  /** memcpy, memmove and memset; with an ISR in between, in pieces of what the target moves at once. */
  private block(i: Call, kind: 'copy' | 'fill'): void {
    const { out } = this;
    const [to, from, size] = i.arguments.slice(0, 3).map((a) => unbracketed(out.operand(a))) as [
      string,
      string,
      string,
    ];
    const marks = marksAt(this.writing.plan, i);
    const points = pointsAt(this.writing.plan, i, ['before']);
    if (marks.length === 0 && points.length === 0) {
      out.line(
        kind === 'copy'
          ? `copy(${to}, ${from}, ${size});`
          : `fill(${to}, (uint8_t)${out.operand(i.arguments[1]!)}, ${size});`,
      );
    } else this.blockInPieces(i, kind, to, from, size);
    if (i.result !== undefined && out.isUsed(i.result)) out.line(`${out.nameOf(i.result)} = ${to};`);
  }

  private blockInPieces(i: Call, kind: 'copy' | 'fill', to: string, from: string, size: string): void {
    const { out } = this;
    const { plan } = this.writing;
    const done = out.temporary('uint64_t', 'done');
    const bytes = out.temporary('uint32_t', 'bytes');
    const held = out.temporary('uint64_t', 'held');
    const width = Math.min(8, this.writing.machine.program.target.atomicBytes);
    const reports = (operation: 'R' | 'W', at: string): void => {
      for (const n of marksAt(plan, i)) {
        const mark = plan.marks[n]!;
        if (mark.operation !== operation || mark.isBlock) continue;
        out.line(`    seen(${n}, ${at}, ${held}); /* (${mark.number}) */`);
        if (mark.number !== 3) continue;
        for (const k of pointsAt(plan, i, ['behind']))
          out.line(`    if (due(${k}, ${at})) ${this.writing.interruptText(k)}`);
      }
    };
    const arrivals = (at: string): void => {
      for (const k of pointsAt(plan, i, ['before']))
        out.line(`    if (due(${k}, ${at})) ${this.writing.interruptText(k)}`);
    };
    out.line(`for (${done} = 0; ${done} < ${size}; ${done} += ${bytes}) { /* in the pieces of the target */`);
    out.line(`    ${bytes} = ${size} - ${done} < ${width}u ? (uint32_t)(${size} - ${done}) : ${width}u;`);
    arrivals(kind === 'copy' ? `${from} + ${done}` : `${to} + ${done}`);
    if (kind === 'copy') {
      out.line(`    ${held} = load(${from} + ${done}, ${bytes});`);
      reports('R', `${from} + ${done}`);
      if (this.writing.recording.separate.has(i)) arrivals(`${to} + ${done}`);
    } else out.line(`    ${held} = repeated((uint8_t)${out.operand(i.arguments[1]!)}, ${bytes});`);
    out.line(`    store(${to} + ${done}, ${bytes}, ${held});`);
    reports('W', `${to} + ${done}`);
    out.line('}');
    // The copy that was suspended is over.
    for (const n of marksAt(plan, i)) {
      const [k] = pointsAt(plan, i, ['before']);
      if (plan.marks[n]!.isBlock && k !== undefined)
        out.line(`if (points[${k}].done) seen(${n}, 0, 0); /* (${plan.marks[n]!.number}) */`);
    }
  }
}
