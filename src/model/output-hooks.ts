// Where printf and its kin end: in a function of the program that the C library calls for each piece of output
// (`_write` of newlib, `fputc` of Keil). The library has no body here, so each call of it is followed by a call of that
// function with two arbitrary characters; else a `holds` would not know what printing does to a transmit buffer.

import { type Alloca, type Call, type Instruction, type Load, unnumbered } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import { numberRegisters } from '../ir/number-registers.js';
import type { IntType, PointerType, Type } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import { directCallee } from './known-calls.js';

const printers = new Set('printf vprintf fprintf vfprintf puts fputs putchar putc perror fwrite'.split(' '));

/** The first of these that the program defines. */
const hooks = ['_write', '__write', '__io_putchar', 'fputc'];

const CHARACTERS = 2n;

/** The module itself where nothing prints, or the program defines none of them. */
export function callOutputHooks(module: IrModule): {
  readonly module: IrModule;
  readonly assumptions: readonly string[];
} {
  const hook = hooks.map((name) => module.functions.get(name)).find((fn) => fn !== undefined && fn.blocks.length > 0);
  if (hook === undefined || !hook.parameters.every((p) => p.type.kind === 'int' || p.type.kind === 'pointer'))
    return { module, assumptions: [] };
  const functions = new Map(module.functions);
  const found = new Set<string>();
  for (const [name, fn] of functions) {
    const printed = fn.blocks.flatMap((b) => b.instructions.flatMap((i) => printerOf(module, i) ?? []));
    if (printed.length === 0 || fn === hook) continue;
    for (const printer of printed) found.add(printer);
    functions.set(name, withHook(module, fn, hook));
  }
  if (found.size === 0) return { module, assumptions: [] };
  const assumption = `${[...found].sort().join(', ')} hands ${CHARACTERS} characters to ${hook.sourceName}() and does nothing else`;
  return { module: numberInstructions({ ...module, functions }), assumptions: [assumption] };
}

/** Of a call of a printing function without a body: its name. */
function printerOf(module: IrModule, i: Instruction): string | undefined {
  const name = i.op === 'call' ? directCallee(module, i.callee) : undefined;
  const hasBody = name !== undefined && (module.functions.get(name)?.blocks.length ?? 0) > 0;
  return name !== undefined && printers.has(name) && !hasBody ? name : undefined;
}

const byte: IntType = { kind: 'int', bits: 8 };

function withHook(module: IrModule, fn: IrFunction, hook: IrFunction): IrFunction {
  let { registerCount } = fn;
  const fresh = <T extends Type>(type: T): Register => ({ kind: 'register', index: registerCount++, type });
  const text = fresh<PointerType>({ kind: 'pointer', addressSpace: 0 });
  const declared: Alloca = {
    op: 'alloca',
    id: unnumbered,
    debug: -1,
    allocated: { kind: 'array', element: byte, length: Number(CHARACTERS) },
    count: { kind: 'int', type: { kind: 'int', bits: 32 }, value: 1n },
    align: 1,
    result: text,
  };
  const bodies = fn.blocks.map(({ instructions }, n): readonly Instruction[] => [
    ...(n === 0 ? [declared] : []),
    ...instructions.flatMap((i) =>
      printerOf(module, i) === undefined ? [i] : [i, ...callOf(hook, text, i.debug, fresh)],
    ),
  ]);
  return numberRegisters(fn, bodies);
}

/** `_write(1, text, 2)`, or `fputc(text[0], …)`. */
function callOf(
  { name, type, addressSpace, parameters }: IrFunction,
  text: Register,
  debug: number,
  fresh: (type: Type) => Register,
): readonly Instruction[] {
  const common = { id: unnumbered, debug };
  const isWhole = parameters.length >= 3;
  const before: Instruction[] = [];
  const given = parameters.map((parameter, n): Operand => {
    if (parameter.type.kind === 'pointer') return n === 1 && isWhole ? text : { kind: 'zero', type: parameter.type };
    const wanted = parameter.type as IntType;
    if (isWhole || n > 0) return { kind: 'int', type: wanted, value: n === 2 ? CHARACTERS : 1n };
    const character = fresh(byte);
    const load: Load = { op: 'load', ...common, address: text, volatile: false, align: 1, result: character };
    before.push(load);
    if (wanted.bits <= byte.bits) return character;
    const widened = fresh(wanted);
    before.push({ op: 'zext', ...common, value: character, flags: 0, result: widened });
    return widened;
  });
  const call: Call = {
    op: 'call',
    ...common,
    callee: { kind: 'global', type: { kind: 'pointer', addressSpace }, name },
    arguments: given,
    functionType: type,
    noReturn: false,
    ...(type.returns.kind === 'void' ? {} : { result: fresh(type.returns) }),
  };
  return [...before, call];
}
