// Operations on interrupts, locks and threads: calls and assembly that a pack knows, and writes to registers that it
// maps.

import { type Diagnostic, type Place, warningAt } from '../base/diagnostic.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import type { CallInstruction, InlineAssembly, Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import type { Block, IrModule } from '../ir/module.js';
import { effectsOfAssembly, effectsOfFunction, withoutUnit } from './known-calls.js';
import type { KnownValues } from './known-value.js';
import { type Effect, type EffectValue, type Platform, reaches } from './platform.js';
import type { PointsTo } from './points-to.js';
import type { Instance } from './points-to-state.js';
import type { Operation } from './program.js';
import { registerWrites } from './register-writes.js';
import { storedField } from './stored-field.js';
import { tableRows } from './table-rows.js';

export interface Operations {
  readonly operations: readonly Operation[];
  readonly diagnostics: readonly Diagnostic[];
}

export function collectOperations(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  values: KnownValues,
  checkLimits: CheckLimits = noLimits,
): Operations {
  const operations = new Map<string, Operation>();
  const diagnostics = new Map<Instruction, Diagnostic>();
  const numbers = new Map<Instruction, number>();
  const add = (operation: Operation): void => {
    const number = numbers.get(operation.instruction) ?? numbers.size;
    numbers.set(operation.instruction, number);
    const { context, effect, irq = '', value = '', place } = operation;
    // In a model, one instruction does it for many places of the program.
    const at = place === undefined ? '' : `${place.file}:${place.line}:${place.column}`;
    operations.set(`${context} ${number} ${effect.kind} ${irq} ${value} ${at}`, operation);
  };
  for (const instance of pointsTo.instances) {
    checkLimits();
    const { debug, isModel } = module.units[instance.function.unit]!;
    const from = isModel === true ? callOfModel(module, instance) : undefined;
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        const place = (): Place | undefined => (isModel === true ? from?.place : debug.location(i.debug)?.place);
        if (i.op === 'store') {
          for (const operation of registerWrites(module, platform, pointsTo, values, instance, i, place))
            add(operation);
        } else if (isCall(i)) {
          if (i.callee.kind !== 'assembly') {
            for (const name of pointsTo.callees(instance, i)) {
              for (const effect of effectsOfFunction(platform, name) ?? []) {
                const operation = callOperation(values, instance, i, name, effect, place, platform);
                if (!reaches(effect, operation.irq)) diagnostics.set(i, withoutEffect(operation, platform));
                else
                  for (const each of byRow(module, values, instance, operation))
                    add(from === undefined ? each : { ...each, text: from.text });
              }
              const given = structureOperation(platform, values, instance, i, name, place);
              if (given !== undefined) add(given);
            }
            continue;
          }
          const effects = effectsOfAssembly(platform, i.callee);
          if (effects === undefined) {
            if (!diagnostics.has(i)) diagnostics.set(i, unknownAssembly(i.callee, platform, place()));
          } else
            for (const effect of effects)
              add(callOperation(values, instance, i, `asm("${i.callee.text.trim()}")`, effect, place, platform));
        }
      }
    }
  }
  return { operations: lastPriorities([...operations.values()], module), diagnostics: [...diagnostics.values()] };
}

/** A write that clears the old bits, with one behind it in the same block that sets the new, is a part of that. */
function lastPriorities(operations: readonly Operation[], module: IrModule): readonly Operation[] {
  const setting = operations.filter((o) => o.effect.kind === 'set-priority');
  if (setting.length < 2) return operations;
  const blocks = new Map<Instruction, Block>();
  for (const name of new Set(setting.map((o) => o.function)))
    for (const block of module.functions.get(name)?.blocks ?? [])
      for (const i of block.instructions) blocks.set(i, block);
  const isLater = (a: Operation, b: Operation): boolean => {
    const block = blocks.get(a.instruction);
    return (
      block !== undefined &&
      block === blocks.get(b.instruction) &&
      a.irq === b.irq &&
      a.context === b.context &&
      block.instructions.indexOf(a.instruction) > block.instructions.indexOf(b.instruction)
    );
  };
  const isClearing = (o: Operation): boolean =>
    o.effect.kind === 'set-priority' && o.instruction.op === 'store' && o.value === 0;
  return operations.filter((o) => !isClearing(o) || !setting.some((other) => isLater(other, o)));
}

/** Where the program calls the model that an instance is part of, as far as the calls that lead to it are known. */
function callOfModel(module: IrModule, instance: Instance): { readonly place?: Place; readonly text: string } {
  let called = instance.function;
  for (const call of instance.calls.toReversed()) {
    const caller = module.functions.get(module.owners[call.id] ?? '');
    const unit = caller === undefined ? undefined : module.units[caller.unit];
    if (caller === undefined) break;
    const text = `${called.sourceName}(${called.parameters.length === 0 ? '' : '…'})`;
    const place = unit?.debug.location(call.debug)?.place;
    if (unit?.isModel !== true) return { text, ...(place === undefined ? {} : { place }) };
    called = caller;
  }
  return { text: called.sourceName };
}

function callOperation(
  values: KnownValues,
  instance: Instance,
  site: CallInstruction,
  name: string,
  effect: Effect,
  place: () => Place | undefined,
  { priorities }: Platform,
): Operation {
  const argument = (n: number): number | undefined => {
    const operand = site.arguments[n];
    return operand === undefined ? undefined : values.constant(instance.function, instance.calls, operand);
  };
  const resolve = (value: EffectValue): number | undefined =>
    typeof value === 'number' ? value : argument(value.argument);
  const irqOf = (): number | 'all' | undefined => {
    if (!('irq' in effect) || effect.irq === undefined) return undefined;
    if (effect.irq === 'all') return 'all';
    const number = resolve(effect.irq);
    // −1 means "all" where the argument counts interrupts from 0 or 1; on machines with negative numbers it is an
    // interrupt.
    return number === -1 && isCountedFromZero(name) ? 'all' : number;
  };
  const irq = irqOf();
  const asked = 'value' in effect ? effect.value : 'where' in effect ? effect.where?.value : undefined;
  const told = asked === undefined ? undefined : resolve(asked);
  const isByte = effect.kind === 'set-priority' && effect.isByte === true;
  const isGroup = effect.kind === 'set-priority-group' && told !== undefined;
  const value = isGroup
    ? (told >> (effect.lowest ?? 0)) & 7
    : isByte && told !== undefined
      ? (told & 0xff) >> (8 - priorities.bits)
      : told;
  const shown = name.startsWith('asm(')
    ? name
    : `${withoutUnit(name)}(${site.arguments.map((_, n) => argument(n) ?? '…').join(', ')})`;
  const at = place();
  const given =
    effect.kind === 'set-priority' && typeof effect.value === 'object'
      ? site.arguments[effect.value.argument]
      : undefined;
  const isPreempting = given !== undefined && values.isEncoded(instance.function, instance.calls, given);
  return {
    context: instance.context,
    function: instance.function.name,
    instruction: site,
    effect: isPreempting && effect.kind === 'set-priority' ? { ...effect, isPreempting } : effect,
    ...(irq === undefined ? {} : { irq }),
    ...(value === undefined ? {} : { value }),
    text: shown,
    ...(at === undefined ? {} : { place: at }),
  };
}

/** What is enabled, or gets its priority, from a table does so by each of its rows. */
function byRow(
  module: IrModule,
  values: KnownValues,
  { function: fn, calls }: Instance,
  operation: Operation,
): readonly Operation[] {
  const { effect, instruction: site, irq, value } = operation;
  if ((effect.kind !== 'set-priority' && effect.kind !== 'enable') || !isCall(site)) return [operation];
  const asked = effect.kind === 'enable' ? [effect.irq] : [effect.irq, effect.value];
  const isByte = effect.kind === 'set-priority' && effect.isByte === true;
  if (isByte || (irq !== undefined && (asked.length === 1 || value !== undefined))) return [operation];
  const operands = asked.flatMap((v) => (typeof v === 'object' ? (site.arguments[v.argument] ?? []) : []));
  const rows = operands.length < asked.length ? undefined : tableRows(module, values, fn, calls, operands);
  if (rows === undefined) return [operation];
  const name = operation.text.slice(0, operation.text.indexOf('('));
  return rows.map(([number, level]) => ({
    ...operation,
    irq: number!,
    ...(level === undefined ? {} : { value: level }),
    text: `${name}(${level === undefined ? number : `${number}, ${level}`})`,
  }));
}

/** A priority that a function is given inside of a structure. */
function structureOperation(
  { structures }: Platform,
  values: KnownValues,
  instance: Instance,
  site: CallInstruction,
  name: string,
  place: () => Place | undefined,
): Operation | undefined {
  const shape = Object.hasOwn(structures, name) ? structures[name] : undefined;
  const structure = site.arguments[0];
  if (shape === undefined || structure === undefined) return undefined;
  const field = (offset: number): number | undefined => {
    const stored = storedField(instance.function, site as Instruction, structure, { offset, bits: shape.bits });
    return stored === undefined ? undefined : values.constant(instance.function, instance.calls, stored);
  };
  const [irq, value] = [field(shape.irq), field(shape.priority)];
  const at = place();
  return {
    context: instance.context,
    function: instance.function.name,
    instruction: site,
    effect: { kind: 'set-priority', irq: irq ?? 'all', value: value ?? 0, isPreempting: true },
    ...(irq === undefined ? {} : { irq }),
    ...(value === undefined ? {} : { value }),
    text: `${name}(irq ${irq ?? '…'}, priority ${value ?? '…'})`,
    ...(at === undefined ? {} : { place: at }),
  };
}

function isCountedFromZero(name: string): boolean {
  return name === 'enable_isr' || name === 'disable_isr' || name.startsWith('preempt_');
}

/** A person who wrote it believes that it keeps the handler out, or lets it in. */
function withoutEffect({ text, irq, place }: Operation, { vectors }: Platform): Diagnostic {
  const name = vectors[String(irq)];
  const message = `${text} does nothing: ${name ?? irq} is a system exception, which has no flag in the NVIC`;
  return warningAt('irq-without-flag', message, place);
}

function unknownAssembly(assembly: InlineAssembly, platform: Platform, place: Place | undefined): Diagnostic {
  const shown = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const where = assembly.unknown === undefined ? '' : `, in inline assembly "${shown(assembly.text)}",`;
  const what = assembly.unknown === undefined ? 'inline assembly' : 'the instruction';
  return warningAt(
    'unknown-assembly',
    `${what} "${shown(assembly.unknown ?? assembly.text)}"${where} is not known to the platform ${platform.name}; its effects are not modelled`,
    place,
  );
}
