// Calls as C: of functions with a body, through pointers, of what the platform knows, of the C library, and of
// functions without a body, whose results are arbitrary. Calls that may write what nobody can say are refused.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { AtomicRmw, Call, CompareExchange } from '../../ir/instruction.js';
import type { Operand } from '../../ir/value.js';
import { blockOperation } from '../../machine/stepping/callee.js';
import {
  directCallee,
  effectsOfAssembly,
  effectsOfFunction,
  externalSummary,
  failsWhenReached,
} from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import { NoCForm } from '../no-c-form.js';
import { asInteger, type CExpression, grouped, intTypeName, Level } from './c-expression.js';
import { numberIntrinsic } from './intrinsic-text.js';
import type { WrittenBody } from './written-body.js';

const nothing =
  /^llvm\.(?:lifetime|dbg|experimental\.noalias|prefetch|donothing|sideeffect|var\.annotation|invariant|stackrestore|assume)/;
const itself = /^llvm\.(?:ptr\.annotation|launder|strip\.invariant|annotation|expect)/;
const returnsTwice = /^_*(?:sig)?setjmp|^llvm\.eh\.sjlj|^vfork$|^getcontext$/;
/** Their names and meaning are C's, and they see no more than they are given. */
const library =
  /^(?:abs|labs|llabs|toupper|tolower|is(?:digit|alpha|space|alnum|upper|lower|xdigit|print)|str(?:len|nlen|cmp|ncmp|chr|rchr|str)|memcmp|memchr)$/;

export class CallText {
  constructor(private readonly body: WrittenBody) {}

  write(i: Call): void {
    const { body } = this;
    const { program } = body.out;
    if (i.callee.kind === 'assembly') {
      const effects = effectsOfAssembly(program.platform, i.callee);
      if (effects === undefined)
        throw new NoCForm(`inline assembly "${i.callee.text.trim()}" whose effects are not known`);
      return this.known(i, effects, '');
    }
    const name = directCallee(program.module, i.callee);
    if (name === undefined) return this.throughPointer(i);
    if (returnsTwice.test(name)) throw new NoCForm(`${name}(), which returns twice`);
    const effects = effectsOfFunction(program.platform, name);
    if (effects !== undefined) return this.known(i, effects, name);
    const block = blockOperation(name, i);
    if (block === 'unusable') throw new NoCForm(`${name}() with other arguments than it has`);
    if (block !== undefined) return this.block(i, block);
    if (name.startsWith('llvm.')) return this.intrinsic(i, name);
    const fn = body.out.functionOf(name);
    if (fn !== undefined && fn.blocks.length > 0) {
      if (fn.type.variadic) throw new NoCForm(`${name}(), which takes a variable number of arguments`);
      const copied = (n: number): SourceType => body.out.copiedParameter(name, n);
      return this.called(i, body.out.functionName(name), (n) => body.out.parameterType(name, n), copied);
    }
    this.unknown(i, name);
  }

  /** Does it tell that an assertion failed, whatever it is given? */
  alwaysFails(i: Call): boolean {
    const { program } = this.body.out;
    const name = i.callee.kind === 'assembly' ? undefined : directCallee(program.module, i.callee);
    const effects = name === undefined ? undefined : effectsOfFunction(program.platform, name);
    return effects?.length === 1 && failsWhenReached(effects[0]!, name!, i);
  }

  /** `copied`: of arguments that the function gets a copy of. */
  private called(
    i: Call,
    callee: string,
    parameterType: (n: number) => string | undefined,
    copied?: (n: number) => SourceType,
  ): void {
    const { body } = this;
    const given = i.arguments.map((a, n) => {
      if (i.byValue?.has(n) === true) {
        if (copied === undefined) throw new NoCForm('a structure that is passed by value to nobody in particular');
        return body.structure(a, copied(n));
      }
      const value = body.value(a);
      const type = parameterType(n);
      if (
        value.type.kind === 'pointer' &&
        value.constant === undefined &&
        type !== undefined &&
        body.out.pointerText(value) !== type
      )
        return `(${type})${grouped(value, Level.unary)}`;
      return type === undefined ? this.plain(value) : grouped(value, Level.choice);
    });
    body.settleMemory();
    const { extraParameter } = body.out;
    const isOwn = extraParameter !== undefined && !body.out.libraryUsed.has(callee);
    const text = `${callee}(${[...(isOwn ? [extraParameter] : []), ...given].join(', ')})`;
    if (i.result !== undefined && body.isUsed(i.result)) {
      const type = body.out.resultType(i);
      body.line(`${body.result(i.result, type)} = ${text};`);
    } else body.line(`${text};`);
    body.add(body.hooks.afterCall(body.original(i), body));
    if (i.noReturn) body.line(body.leave);
  }

  /** For who does not ask what a pointer is to: he takes none to volatile objects without a warning. */
  private plain(value: CExpression): string {
    const isVolatile = value.type.kind === 'pointer' && /\bvolatile\b/.test(this.body.out.pointerText(value));
    return isVolatile ? `(void *)${grouped(value, Level.unary)}` : grouped(value, Level.choice);
  }

  private throughPointer(i: Call): void {
    const { body } = this;
    const pointer = body.value(i.callee as Operand);
    const type = body.out.functionPointer(i);
    this.called(i, `((${type})${grouped(pointer, Level.unary)})`, () => undefined);
  }

  /** What a pack or Preempt knows. */
  private known(i: Call, effects: readonly Effect[], name: string): void {
    const { body } = this;
    const { hooks } = body;
    const original = body.original(i) as Call;
    const argument = (n: number): string => {
      const given = i.arguments[n];
      if (given === undefined) throw new NoCForm(`${name}() with other arguments than it has`);
      return grouped(body.value(given), Level.choice);
    };
    for (const effect of effects) {
      switch (effect.kind) {
        case 'assert':
        case 'fail': {
          const condition = failsWhenReached(effect, name, i) ? undefined : argument(0);
          body.add(hooks.assert(original, condition));
          return;
        }
        case 'assume':
          body.line(hooks.assume(argument(0)));
          return;
        case 'exit':
          body.add(hooks.beforeStep(original, body));
          body.settleMemory();
          return body.line(`exit(${i.arguments.length === 1 ? argument(0) : '0'});`);
        case 'nondet':
          return this.arbitrary(i, name);
        case 'allocate':
          return this.allocate(i, name);
        case 'free':
          body.settleMemory();
          return body.line(`free(${this.plain(body.value(i.arguments[0]!))});`);
        case 'nothing':
        case 'wait-for-interrupt':
        case 'at-exit':
        case 'acquired':
        case 'released':
        case 'waits-for':
          continue;
        default: {
          const known = hooks.known(original, effect, argument, body);
          if (known === undefined) continue;
          body.settleMemory();
          body.add(known.statements);
          if (known.result === undefined || i.result === undefined || !body.isUsed(i.result)) continue;
          body.line(`${body.result(i.result, body.typeOf(i.result.type))} = ${known.result};`);
          return;
        }
      }
    }
    if (i.result !== undefined && body.isUsed(i.result)) this.arbitrary(i, name);
  }

  private arbitrary(i: Call, name: string): void {
    const { body } = this;
    if (i.result === undefined || !body.isUsed(i.result)) return;
    const type = body.typeOf(i.result.type);
    const target = body.result(i.result, type);
    const value = body.hooks.nondet(body.nondetType(i.result.type));
    const kept = name.endsWith('_bool') ? `${value} & 1` : name === 'rand' ? `${value} & 0x7fffffff` : value;
    body.line(`${target} = ${kept};`);
  }

  private allocate(i: Call, name: string): void {
    const { body } = this;
    const given = i.arguments.map((a) => grouped(body.value(a), Level.choice));
    if (name !== 'malloc' && name !== 'calloc') throw new NoCForm(`${name}()`);
    if (i.result === undefined || !body.isUsed(i.result)) return body.line(`(void)${name}(${given.join(', ')});`);
    body.line(`${body.result(i.result, { kind: 'pointer', to: undefined })} = ${name}(${given.join(', ')});`);
    // Allocation succeeds, as it does in the analysed program.
    body.line(body.hooks.assume(`${body.text(i.result)} != 0`));
    body.unread(i.result);
  }

  private block(i: Call, kind: 'copy' | 'fill'): void {
    const { body } = this;
    const given = i.arguments.slice(0, 3).map((a) => this.plain(body.value(a)));
    body.settleMemory();
    const { from, to } = body.out.blockIsShared(body.original(i));
    if (from || to) {
      body.out.usesPieces = true;
      const width = body.out.program.target.atomicBytes;
      const told = body.hooks.toldPiece?.(body.original(i));
      const all = [
        ...given,
        width,
        ...(kind === 'fill' ? [] : [from && to ? 1 : 0]),
        ...(told === undefined ? [] : [told]),
      ];
      body.line(`${kind === 'fill' ? 'fill_in_pieces' : 'copy_block'}(${all.join(', ')});`);
    } else body.line(`${kind === 'copy' ? 'memmove' : 'memset'}(${given.join(', ')});`);
    if (i.result !== undefined && body.isUsed(i.result))
      body.line(`${body.result(i.result, { kind: 'pointer', to: undefined })} = ${given[0]};`);
  }

  private intrinsic(i: Call, name: string): void {
    const { body } = this;
    if (nothing.test(name)) return;
    if (itself.test(name) && i.result !== undefined) return body.define(i.result, () => body.value(i.arguments[0]!));
    if (/^llvm\.(?:trap|debugtrap|ubsantrap)/.test(name)) {
      body.add(body.hooks.assert(body.original(i), undefined));
      return;
    }
    if (/^llvm\.(?:is\.constant|stacksave)/.test(name)) return this.body.zero(i.result);
    numberIntrinsic(body, i, name);
  }

  private unknown(i: Call, name: string): void {
    const { body } = this;
    if (library.test(name)) {
      body.out.libraryUsed.add(name);
      return this.called(i, name, () => undefined);
    }
    const summary = externalSummary(name);
    const isHarmless = summary !== undefined && summary.writes.length === 0;
    const writes = i.arguments.some((a) => a.type.kind === 'pointer' && body.out.mayBeWritten(a));
    if (writes && !isHarmless) throw new NoCForm(`${name}(), which has no body and may write what it is given`);
    for (const a of i.arguments) body.value(a);
    body.forgetValues();
    body.add(body.hooks.beforeStep(body.original(i), body));
    body.line(`/* ${name}() has no body */;`);
    if (i.noReturn) return body.line('exit(0);');
    this.arbitrary(i, name);
  }

  /** Read, compute and write at once: nobody comes in between. */
  atomic(i: AtomicRmw | CompareExchange): void {
    const { body } = this;
    const type = i.op === 'cmpxchg' ? i.expected.type : i.value.type;
    if (type.kind !== 'int') throw new NoCForm('an atomic operation on something else than an integer');
    const { bits } = type;
    const operands = (i.op === 'cmpxchg' ? [i.expected, i.replacement] : [i.value]).map((o) =>
      grouped(asInteger(body.value(o), bits, false), Level.product),
    );
    const place = body.placeOf(i.address);
    body.forgetValues();
    body.settleMemory();
    const { text, source } = body.lvalue(place, type, true);
    const original = body.original(i);
    if (body.hooks.isShared(original))
      body.add(body.hooks.beforeAccess(body.shared(original, 'RW', place, source), body));
    const name = intTypeName(bits, false);
    const old = body.variable({ kind: 'int', bits, signed: false });
    if (i.op === 'cmpxchg') {
      body.line(`${old} = (${name})${text}; if (${old} == ${operands[0]}) ${text} = ${operands[1]};`);
      body.add(body.hooks.afterAccess?.() ?? []);
      return body.both(i.result, old, `${old} == ${operands[0]}`);
    }
    const written = updated(i.operation, old, operands[0]!, bits);
    if (written === undefined) throw new NoCForm(`the atomic operation ${i.operation}`);
    body.line(`${old} = (${name})${text}; ${text} = ${written};`);
    body.add(body.hooks.afterAccess?.() ?? []);
    body.define(i.result, () => ({ text: old, level: 0, type: { kind: 'int', bits, signed: false }, isExact: true }));
  }
}

/** What an atomic operation writes. */
function updated(operation: string, old: string, value: string, bits: number): string | undefined {
  const name = intTypeName(bits, false);
  const operator = { add: '+', sub: '-', and: '&', or: '|', xor: '^' }[operation];
  if (operator !== undefined) return `(${name})(${old} ${operator} ${value})`;
  if (operation === 'xchg') return value;
  if (operation === 'nand') return `(${name})~(${old} & ${value})`;
  const choice = /^(u?)(min|max)$/.exec(operation);
  if (choice === null) return undefined;
  const number = (text: string): string =>
    choice[1] === 'u' ? `(${name})${text}` : `(${intTypeName(bits, true)})${text}`;
  return `${number(old)} ${choice[2] === 'min' ? '<' : '>'} ${number(value)} ? ${old} : (${name})${value}`;
}
