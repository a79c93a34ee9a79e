// How a program on a platform keeps ISRs out for a few lines, from what its pack knows: the global mask, saved and put
// back; the global mask, closed and opened; or the own flags of the interrupts. Which of them the source can use is for
// the compiler to say.

import { InternalError } from '../base/internal-error.js';
import { type Effect, type Platform, reaches } from '../model/platform.js';
import type { Context } from '../model/program.js';

export interface Mask {
  /** C statements, without indentation. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Puts back what was. The others open: they are right only where it was open. */
  readonly restores: boolean;
  /** What it closes. */
  readonly closes: 'mask' | 'flags';
  readonly declares: boolean;
  /** The variable that holds what was. */
  readonly saved?: string;
}

/** The best first. `freshName` gives a name that the file does not use. */
export function masksFor(
  platform: Platform,
  isrs: readonly Context[],
  freshName: (wish: string) => string,
): readonly Mask[] {
  if (isrs.length === 0 || isrs.some((isr) => isr.nonMaskable === true)) return [];
  const byMask = platform.globalMask === 'absent' ? [] : [...saving(platform, freshName), ...opening(platform)];
  return [...byMask, ...byFlags(platform, isrs), ...byStatements(platform)];
}

function saving(platform: Platform, freshName: (wish: string) => string): readonly Mask[] {
  const type = typeOf(platform);
  const close = named(platform, 'close-mask');
  const write = named(platform, 'write-mask');
  const common = { restores: true, closes: 'mask', declares: true } as const;
  const found: Mask[] = [];
  const register = platform.registers.find((r) => r.kind === 'mask');
  if (register !== undefined && close !== undefined) {
    const saved = freshName(nameFor(register.name));
    found.push({
      ...common,
      saved,
      before: [`${type} ${saved} = ${register.name};`, `${close}();`],
      after: [`${register.name} = ${saved};`],
    });
  }
  const readAndClose = named(platform, 'read-and-close-mask');
  if (readAndClose !== undefined && write !== undefined) {
    const saved = freshName(nameFor(readAndClose));
    const before = [`${type} ${saved} = ${readAndClose}();`];
    found.push({ ...common, saved, before, after: [`${write}(${saved});`] });
  }
  const read = named(platform, 'read-mask');
  if (read !== undefined && close !== undefined && write !== undefined) {
    const saved = freshName(nameFor(read));
    found.push({
      ...common,
      saved,
      before: [`${type} ${saved} = ${read}();`, `${close}();`],
      after: [`${write}(${saved});`],
    });
  }
  return found;
}

function opening(platform: Platform): readonly Mask[] {
  const [close, open] = [named(platform, 'close-mask'), named(platform, 'open-mask')];
  if (close === undefined || open === undefined) return [];
  return [{ before: [`${close}();`], after: [`${open}();`], restores: false, closes: 'mask', declares: false }];
}

/** Where nothing declares anything. */
function byStatements({ maskStatements }: Platform): readonly Mask[] {
  if (maskStatements === undefined) return [];
  const { close, open } = maskStatements;
  return [{ before: [close], after: [open], restores: false, closes: 'mask', declares: false }];
}

function byFlags(platform: Platform, isrs: readonly Context[]): readonly Mask[] {
  const [disable, enable] = [named(platform, 'disable'), named(platform, 'enable')];
  if (disable === undefined || enable === undefined) return [];
  const isReached = (isr: Context): boolean =>
    isr.irq !== undefined &&
    [disable, enable].every((name) => platform.functions[name]!.every((e) => reaches(e, isr.irq)));
  if (!isrs.every(isReached)) return [];
  const before = isrs.map((isr) => `${disable}(${isr.irq});`);
  const after = isrs.map((isr) => `${enable}(${isr.irq});`).reverse();
  const common = { after, restores: false, closes: 'flags' } as const;
  return [
    { ...common, before, declares: false },
    // Where nothing declares them.
    { ...common, before: [`void ${disable}(int), ${enable}(int);`, ...before], declares: true },
  ];
}

/** The first function that does this and nothing else. An interrupt or a value is its first argument. */
function named({ functions }: Platform, kind: Effect['kind']): string | undefined {
  return Object.entries(functions).find(([, effects]) => {
    const [effect] = effects;
    if (effects.length !== 1 || effect?.kind !== kind || 'where' in effect) return false;
    return ['irq', 'value'].every((field) => !(field in effect) || isFirstArgument(effect[field as keyof Effect]));
  })?.[0];
}

function isFirstArgument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'argument' in value && value.argument === 0;
}

/** As wide as what the machine moves at once. */
function typeOf({ atomicBytes }: Platform): string {
  return atomicBytes === 1 ? 'uint8_t' : atomicBytes === 2 ? 'uint16_t' : 'uint32_t';
}

/** `SREG` → sreg, `__get_PRIMASK` → primask. */
function nameFor(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && word !== 'get');
  const last = words.at(-1);
  if (last === undefined) throw new InternalError(`a function of a pack without a name: ${name}`);
  return last.toLowerCase();
}
