// The objects of a C type that the program defines: globals, elements of global arrays and members of global
// structures. Types are the same if their names and sizes are; those without a name, if their members are.

import type { SourceType } from '../ir/debug/debug-info.js';
import type { IrModule } from '../ir/module.js';

export interface PlacedObject {
  readonly symbol: string;
  readonly offset: number;
  /** `uarts[1].handle` */
  readonly name: string;
}

/** More are not chosen from. */
const MAX_PLACES = 8;
const MAX_DEPTH = 4;

export interface PlacesOfType {
  readonly places: readonly PlacedObject[];
  /** There are no more than these. */
  readonly isWhole: boolean;
}

export function placesOfType(module: IrModule, wanted: SourceType): PlacesOfType {
  const places: PlacedObject[] = [];
  for (const global of module.globals.values()) {
    if (global.initializer === undefined || global.constant) continue;
    const variable = module.units[global.unit]?.debug.globalVariable(global.debug);
    if (variable === undefined) continue;
    const name = variable.function === undefined ? variable.name : `${variable.function}.${variable.name}`;
    for (const place of within(variable.type, wanted, 0, name, 0)) {
      if (places.length === MAX_PLACES) return { places, isWhole: false };
      places.push({ ...place, symbol: global.name });
    }
  }
  return { places, isWhole: true };
}

function* within(
  type: SourceType,
  wanted: SourceType,
  offset: number,
  name: string,
  depth: number,
): Generator<Omit<PlacedObject, 'symbol'>> {
  if (isSame(type, wanted)) return yield { offset, name };
  if (depth >= MAX_DEPTH || type.size < wanted.size) return;
  if (type.kind === 'array')
    for (let n = 0; n < Math.min(type.length ?? 0, MAX_PLACES + 1); n++)
      yield* within(type.element, wanted, offset + n * type.element.size, `${name}[${n}]`, depth + 1);
  else if (type.kind === 'record')
    for (const member of type.members())
      if (member.bits === undefined)
        yield* within(member.type, wanted, offset + member.offset, `${name}.${member.name}`, depth + 1);
}

function isSame(a: SourceType, b: SourceType): boolean {
  if (a.kind !== 'record' || b.kind !== 'record' || a.size !== b.size || a.name !== b.name) return false;
  if (a.name !== '') return true;
  const [mine, others] = [a.members(), b.members()];
  return (
    mine.length === others.length && mine.every((m, n) => m.name === others[n]!.name && m.offset === others[n]!.offset)
  );
}
