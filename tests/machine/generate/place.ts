// Places in memory: variables, elements, members, bytes, and what pointers point to, always within bounds.

import {
  addressOf,
  addressWithin,
  decay,
  type IntegerExpression,
  indexPlace,
  literal,
  memberPlace,
  type PointerExpression,
  read,
  reduceTo,
  variablePlace,
} from './build.js';
import type { Context } from './context.js';
import { integerExpression } from './integer.js';
import { isWithin, range } from './range.js';
import type { Place, Variable } from './syntax.js';
import {
  type ArrayType,
  int,
  isPlain,
  isUsable,
  type PointerType,
  sameType,
  type Type,
  unsigned,
  unsignedChar,
} from './type.js';

/** An index from `low` to `high`. */
export function indexWithin(c: Context, low: number, high: number): IntegerExpression {
  const { random } = c;
  if (low === high || c.indices > 1 || random.chance(3)) return literal(int, low + random.below(high - low + 1));
  const counters = c.variables.filter(
    (v) => v.fixed && v.type.kind === 'integer' && v.range !== undefined && isWithin(v.range, range(low, high)),
  );
  if (counters.length > 0 && !random.chance(3)) return read(variablePlace(random.pick(counters))) as IntegerExpression;
  c.indices++;
  const any = integerExpression(c, random.below(2));
  c.indices--;
  return reduceTo(BigInt(low), BigInt(high), any);
}

/** A place below `place` whose type is accepted, chosen at random; undefined where the way that was chosen has none. */
function descend(
  c: Context,
  place: Place,
  accept: (place: Place) => boolean,
  follow: (place: Place) => boolean,
): Place | undefined {
  const { type } = place;
  if (accept(place) && (type.kind !== 'pointer' || c.random.chance(2))) return place;
  if (!follow(place)) return undefined;
  switch (type.kind) {
    case 'array':
      return descend(
        c,
        indexPlace(place as Place & { type: ArrayType }, indexWithin(c, 0, type.length - 1)),
        accept,
        follow,
      );
    case 'record': {
      const fields = type.fields.filter((f) => f.name !== '');
      return descend(c, memberPlace(place, c.random.pick(fields)), accept, follow);
    }
    case 'pointer': {
      const isSingle = type.before === 0 && (type.length === 1 || c.random.chance(3));
      const index = isSingle ? undefined : indexWithin(c, -type.before, type.length - 1);
      return descend(c, { kind: 'element', type: type.target, pointer: read(place), index }, accept, follow);
    }
    default:
      return undefined;
  }
}

function search(
  c: Context,
  roots: readonly Variable[],
  accept: (place: Place) => boolean,
  follow: (place: Place) => boolean,
): Place | undefined {
  if (roots.length === 0) return undefined;
  for (let attempt = 0; attempt < 8; attempt++) {
    const found = descend(c, variablePlace(c.random.pick(roots)), accept, follow);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A place to read from. */
export function readablePlace(c: Context, accept: (type: Type) => boolean): Place | undefined {
  const roots = c.variables.filter((v) => !v.volatile);
  return search(
    c,
    roots,
    (p) => accept(p.type),
    () => true,
  );
}

/** A place to write to. Loop counters and constants are none, nor is in a pure function anything but its locals. */
export function writablePlace(c: Context, accept: (place: Place) => boolean): Place | undefined {
  const roots = c.variables.filter((v) => !v.volatile && !v.constant && (!c.pure || v.storage === 'local'));
  const isAssignable = (place: Place): boolean => accept(place) && !(place.kind === 'variable' && place.variable.fixed);
  const mayFollow = (place: Place): boolean => place.type.kind !== 'pointer' || (!c.pure && !place.type.constant);
  return search(c, roots, isAssignable, mayFollow);
}

/** A byte of an integer, to read or, where `writing`, to write. */
export function bytePlace(c: Context, writing: boolean): Place | undefined {
  const accept = (place: Place): boolean => isPlain(place.type) && !isBitField(place);
  const base = writing ? writablePlace(c, accept) : readablePlace(c, isPlain);
  if (base === undefined || isBitField(base) || !isPlain(base.type)) return undefined;
  return { kind: 'byte', type: unsignedChar, base, index: indexWithin(c, 0, base.type.bits / 8 - 1) };
}

export function isBitField(place: Place): boolean {
  return place.kind === 'member' && place.field.width !== undefined;
}

/** A variable by its name alone, for where the order of evaluation would otherwise matter. */
export function simpleTarget(c: Context, accept: (type: Type) => boolean, besides?: Variable): Place | undefined {
  const candidates = c.variables.filter(
    (v) =>
      !v.volatile && !v.constant && !v.fixed && v !== besides && accept(v.type) && (!c.pure || v.storage === 'local'),
  );
  return candidates.length === 0 ? undefined : variablePlace(c.random.pick(candidates));
}

/** A pointer that may be used as `type` and points to something that lives as long as a variable at `depth`. */
export function pointerExpression(
  c: Context,
  type: PointerType,
  depth: number,
  isConstant = false,
): PointerExpression | undefined {
  const { random } = c;
  const found: PointerExpression[] = [];
  for (const v of c.variables) {
    if (v.volatile || v.depth > depth) continue;
    if (!isConstant && v.type.kind === 'pointer' && isUsable(v.type, type))
      found.push(read(variablePlace(v)) as PointerExpression);
    const isTarget = !v.constant || type.constant;
    if (!isTarget || (v.fixed && v.type.kind !== 'array')) continue;
    if (c.pure && !type.constant && v.storage !== 'local') continue;
    addressesIn(c, variablePlace(v), type, found);
  }
  if (found.length === 0) return undefined;
  const chosen = random.pick(found);
  if (!isConstant && random.chance(8))
    return { kind: 'round-trip', pointer: chosen, type: chosen.type, range: chosen.range };
  return chosen;
}

function addressesIn(c: Context, place: Place, wanted: PointerType, found: PointerExpression[]): void {
  const { type } = place;
  if (isBitField(place)) return;
  if (wanted.before === 0 && wanted.length === 1 && sameType(type, wanted.target)) found.push(addressOf(place));
  if (type.kind === 'record' && !type.union && !type.packed) {
    for (const field of type.fields) if (field.name !== '') addressesIn(c, memberPlace(place, field), wanted, found);
  }
  if (type.kind !== 'array') return;
  const array = place as Place & { type: ArrayType };
  if (sameType(type.element, wanted.target)) {
    const [first, last] = [wanted.before, type.length - wanted.length];
    if (first > last) return;
    const at = first + c.random.below(last - first + 1);
    found.push(at === 0 ? decay(place, type) : c.random.chance(2) ? addressWithin(array, at) : addTo(array, at));
  } else {
    addressesIn(c, indexPlace(array, literal(unsigned, c.random.below(type.length))), wanted, found);
  }
}

/** `array + at` */
function addTo(place: Place & { readonly type: ArrayType }, at: number): PointerExpression {
  const { element, length } = place.type;
  const type: PointerType = { kind: 'pointer', target: element, before: at, length: length - at, constant: false };
  return { kind: 'pointer-add', pointer: decay(place, place.type), offset: literal(int, at), type, range: range(0, 0) };
}

/** An array whose address does not depend on what the program does meanwhile. */
export function steadyArray(
  c: Context,
  accept: (place: Place & { readonly type: ArrayType }) => boolean,
): (Place & { readonly type: ArrayType }) | undefined {
  const found = c.variables.filter((v) => !v.volatile).flatMap((v) => arraysIn(variablePlace(v)));
  const accepted = found.filter(accept);
  return accepted.length === 0 ? undefined : c.random.pick(accepted);
}

function arraysIn(place: Place): (Place & { readonly type: ArrayType })[] {
  const { type } = place;
  if (type.kind === 'array') return [place as Place & { type: ArrayType }];
  if (type.kind !== 'record' || type.union || type.packed) return [];
  return type.fields.filter((f) => f.name !== '').flatMap((f) => arraysIn(memberPlace(place, f)));
}

export function rootOf(place: Place): Variable | undefined {
  switch (place.kind) {
    case 'variable':
      return place.variable;
    case 'index':
    case 'member':
    case 'byte':
      return rootOf(place.base);
    default:
      return undefined;
  }
}
