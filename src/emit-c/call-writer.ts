// Calls as C: of functions with a body, through pointers, of intrinsics, of what the platform knows, and of functions
// without a body. What masks do and what unknown functions give is the instrumentation's.

import type { Call } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import { blockOperation } from '../machine/stepping/callee.js';
import { hasArguments } from '../machine/stepping/effects.js';
import { directCallee, effectsOfCall, failsWhenReached } from '../model/known-calls.js';
import type { Effect } from '../model/platform.js';
import { cookieOf } from '../model/registration.js';
import { refuseVariadic } from './c-file.js';
import type { CFunction } from './c-function.js';
import { isScalar, unbracketed } from './expression.js';
import type { BlockSteps, OwnEffect } from './instrumentation.js';
import { intrinsicText } from './intrinsic.js';
import { stringText } from './names.js';
import { NoCForm } from './no-c-form.js';

export class CallWriter {
  constructor(private readonly out: CFunction) {}

  private get file() {
    return this.out.file;
  }

  write(i: Call): void {
    const { machine } = this.file;
    const name = directCallee(machine.program.module, i.callee);
    const block = name === undefined ? undefined : blockOperation(name, i);
    if (block === 'unusable') throw new NoCForm(`${name}() with other arguments than it has`);
    if (block !== undefined) return this.block(i, block);
    this.out.before(i);
    const effects = effectsOfCall(machine.program, i);
    if (effects !== undefined) return this.known(i, effects, name);
    if (i.callee.kind === 'assembly') throw new NoCForm('inline assembly that Preempt does not know');
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
    const fn = this.file.machine.program.module.functions.get(name)!;
    refuseVariadic(fn);
    if (fn.parameters.length !== i.arguments.length || fn.type.returns.kind !== i.functionType.returns.kind)
      throw new NoCForm(`${fn.sourceName}() is called with other arguments than it has`);
    const values = i.arguments.map((a, n) => {
      const { type } = fn.byValue?.get(n) ?? i.byValue?.get(n) ?? {};
      const text = unbracketed(this.out.operand(a));
      if (type === undefined) return text;
      return `copy_of(${text}, ${this.file.machine.program.module.layout.allocationSize(type)}u)`;
    });
    return `${this.file.functionName(name)}(${values.join(', ')})`;
  }

  private throughPointer(i: Call): void {
    const { machine } = this.file;
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
      this.out.line(`case ${this.file.layout.addressName(name)}: ${result}${text}; break;`);
    }
    this.out.line('default: cannot_go_on("a call through a pointer to no function");');
    this.out.line('}');
  }

  /** What a pack or Preempt knows. */
  private known(i: Call, effects: readonly Effect[], name: string | undefined): void {
    const { out } = this;
    if (effects.some((effect) => !hasArguments(i, effect, name ?? '')))
      throw new NoCForm(`${name}() with other arguments than it has`);
    const called = i.callee.kind === 'assembly' ? `asm ${i.callee.text.trim()}` : `${name}()`;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'assert':
        case 'fail': {
          const condition = failsWhenReached(effect, name ?? '', i) ? '' : `if (!${out.operand(i.arguments[0]!)}) `;
          out.line(`${condition}fails(${this.file.failure(i)});`);
          this.ignoreArguments(i);
          return;
        }
        case 'assume':
          out.line(`if (!${out.operand(i.arguments[0]!)}) assumption_fails();`);
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
        default: {
          const own = out.instrumentation.ownEffect(i, effect, (n) => unbracketed(out.operand(i.arguments[n]!)));
          if (own !== undefined) return this.own(i, own);
        }
      }
    }
    out.add(out.instrumentation.platformCall(effects, called));
    this.ignoreArguments(i);
    if (i.result === undefined || !out.isUsed(i.result)) return;
    this.given(i, '');
  }

  private own(i: Call, { statements, result }: OwnEffect): void {
    const { out } = this;
    out.add(statements);
    this.ignoreArguments(i);
    if (i.result === undefined || result === undefined) return;
    if (out.isUsed(i.result)) out.line(`${out.nameOf(i.result)} = (${out.scalarType(i.result.type)})${result};`);
    else out.line(`(void)${result};`);
  }

  /** Compilers want to see that what was computed is used. */
  private ignoreArguments(i: Call): void {
    const texts = i.arguments.flatMap((a) => (a.kind === 'register' ? [`(void)${this.out.operand(a)};`] : []));
    if (texts.length > 0) this.out.line(texts.join(' '));
  }

  /** A result that nothing of the program computes. */
  private given(i: Call, name: string): void {
    const { out } = this;
    const { result } = i;
    if (result === undefined) return;
    const raw = out.instrumentation.result(i);
    if (!out.isUsed(result)) return out.line(`(void)${raw};`);
    if (!isScalar(result.type)) throw new NoCForm(`an arbitrary structure returned by ${name}()`);
    const type = out.scalarType(result.type);
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
    this.out.add(this.out.instrumentation.unknownCall(name));
    this.ignoreArguments(i);
    this.register(i, name);
    if (i.noReturn) return this.out.line(`ends(${stringText(`${name}()`)});`);
    if (i.result !== undefined) this.given(i, name);
  }

  /** Handlers that it installs get their arguments. */
  private register(i: Call, name: string): void {
    const { machine, layout } = this.file;
    const { module, target } = machine.program;
    for (const { given, registeredAt, function: handler } of machine.isrs) {
      if (given === undefined || registeredAt?.includes(i.id) !== true) continue;
      i.arguments.forEach((argument, n) => {
        const cookie = argument.type.kind === 'pointer' ? cookieOf(module, i, name, n) : undefined;
        if (cookie === undefined) return;
        const is = `${this.out.operand(argument)} == ${layout.addressName(handler)}`;
        const value = unbracketed(this.out.operand(i.arguments[cookie]!));
        this.out.line(`if (${is}) give(${layout.addressName(given.symbol)}, ${target.pointerBytes}, ${value});`);
      });
    }
  }

  /** memcpy, memmove and memset. */
  private block(i: Call, kind: 'copy' | 'fill'): void {
    const { out } = this;
    const [to, from, size] = i.arguments.slice(0, 3).map((a) => unbracketed(out.operand(a))) as [
      string,
      string,
      string,
    ];
    const steps = out.instrumentation.blockSteps(i);
    if (steps === 'one') {
      out.line(
        kind === 'copy'
          ? `copy(${to}, ${from}, ${size});`
          : `fill(${to}, (uint8_t)${out.operand(i.arguments[1]!)}, ${size});`,
      );
    } else this.blockInPieces(i, kind, steps, to, from, size);
    if (i.result !== undefined && out.isUsed(i.result)) out.line(`${out.nameOf(i.result)} = ${to};`);
  }

  /** In pieces of what the target moves at once. */
  private blockInPieces(
    i: Call,
    kind: 'copy' | 'fill',
    steps: BlockSteps,
    to: string,
    from: string,
    size: string,
  ): void {
    const { out } = this;
    const done = out.temporary('uint64_t', 'done');
    const bytes = out.temporary('uint32_t', 'bytes');
    const held = out.temporary('uint64_t', 'held');
    const width = Math.min(8, this.file.machine.program.target.atomicBytes);
    const inside = (texts: readonly string[]): void => out.add(texts.map((text) => `    ${text}`));
    const before = (at: string): void => inside(out.instrumentation.before(i, at));
    const after = (operation: 'R' | 'W', at: string): void =>
      inside(
        out.instrumentation.after({
          instruction: i,
          operation,
          at,
          value: () => held,
          isPiece: false,
          isMade: true,
          isOver: false,
        }),
      );
    const [source, target] = [`${from} + ${done}`, `${to} + ${done}`];
    out.line(`for (${done} = 0; ${done} < ${size}; ${done} += ${bytes}) { /* in the pieces of the target */`);
    out.line(`    ${bytes} = ${size} - ${done} < ${width}u ? (uint32_t)(${size} - ${done}) : ${width}u;`);
    before(kind === 'copy' ? source : target);
    if (kind === 'copy') {
      out.line(`    ${held} = load(${source}, ${bytes});`);
      after('R', source);
      if (steps === 'reads-and-writes') before(target);
    } else out.line(`    ${held} = repeated((uint8_t)${out.operand(i.arguments[1]!)}, ${bytes});`);
    out.line(`    store(${target}, ${bytes}, ${held});`);
    after('W', target);
    out.line('}');
    out.add(out.instrumentation.afterBlock(i));
  }
}
