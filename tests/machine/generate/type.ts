// C types as the generator knows them, with the promotions and usual arithmetic conversions of x86-64 Linux (LP64,
// signed char).

export interface IntegerType {
  readonly kind: 'integer';
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  /** The conversion rank: `_Bool` 0, `int` 3, `__int128` 6. */
  readonly rank: number;
}

export interface FloatType {
  readonly kind: 'float';
  readonly name: 'float' | 'double';
}

export interface PointerType {
  readonly kind: 'pointer';
  readonly target: Type;
  /** Elements that can be reached with negative indices, and those from index 0 on. */
  readonly before: number;
  readonly length: number;
  readonly constant: boolean;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: Type;
  readonly length: number;
}

export interface RecordType {
  readonly kind: 'record';
  readonly union: boolean;
  /** `struct p1_pair` */
  readonly name: string;
  readonly packed: boolean;
  readonly fields: readonly Field[];
}

export interface Field {
  /** Empty: an unnamed bit-field. */
  readonly name: string;
  readonly type: Type;
  /** Of a bit-field. */
  readonly width?: number;
}

/** A pointer to one of a family of functions. */
export interface CallableType {
  readonly kind: 'callable';
  /** The typedef. */
  readonly name: string;
  readonly result: IntegerType | FloatType | undefined;
  readonly parameters: readonly (IntegerType | FloatType)[];
  /** Calls have no effect but their value. */
  readonly pure: boolean;
}

/** What programs hold but expressions don't look at: the link of a list node. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
}

export type Type = IntegerType | FloatType | PointerType | ArrayType | RecordType | CallableType | OpaqueType;

function integer(name: string, bits: number, signed: boolean, rank: number): IntegerType {
  return { kind: 'integer', name, bits, signed, rank };
}

export const bool = integer('_Bool', 1, false, 0);
export const char = integer('char', 8, true, 1);
export const int = integer('int', 32, true, 3);
export const unsigned = integer('unsigned', 32, false, 3);
export const long = integer('long', 64, true, 4);
export const unsignedLong = integer('unsigned long', 64, false, 4);
export const longLong = integer('long long', 64, true, 5);
export const unsignedLongLong = integer('unsigned long long', 64, false, 5);
export const unsignedChar = integer('unsigned char', 8, false, 1);
export const float: FloatType = { kind: 'float', name: 'float' };
export const double: FloatType = { kind: 'float', name: 'double' };

/** All but `__int128`, which only some programs use. */
export const integerTypes: readonly IntegerType[] = [
  bool,
  char,
  integer('signed char', 8, true, 1),
  unsignedChar,
  integer('short', 16, true, 2),
  integer('unsigned short', 16, false, 2),
  int,
  unsigned,
  long,
  unsignedLong,
  longLong,
  unsignedLongLong,
  integer('int8_t', 8, true, 1),
  integer('uint8_t', 8, false, 1),
  integer('int16_t', 16, true, 2),
  integer('uint16_t', 16, false, 2),
  integer('int32_t', 32, true, 3),
  integer('uint32_t', 32, false, 3),
  integer('int64_t', 64, true, 4),
  integer('uint64_t', 64, false, 4),
];

export const wideTypes: readonly IntegerType[] = [
  integer('__int128', 128, true, 6),
  integer('unsigned __int128', 128, false, 6),
];

export function fixedWidth(bits: number, signed: boolean): IntegerType {
  return integerTypes.find((t) => t.name === `${signed ? '' : 'u'}int${bits}_t`)!;
}

/** The type of an enumeration without negative constants. */
export function enumeration(name: string): IntegerType {
  return integer(name, 32, false, 3);
}

export function promote(type: IntegerType): IntegerType {
  return type.rank < int.rank ? int : type;
}

/** The type that both operands of an arithmetic operator are converted to. */
export function commonType(a: IntegerType, b: IntegerType): IntegerType {
  const [left, right] = [promote(a), promote(b)];
  if (left.signed === right.signed) return left.rank >= right.rank ? left : right;
  const [signed, other] = left.signed ? [left, right] : [right, left];
  if (other.rank >= signed.rank) return other;
  return signed.bits > other.bits ? signed : unsignedOf(signed);
}

/** The unsigned type of the same rank. */
export function unsignedOf(type: IntegerType): IntegerType {
  if (!type.signed) return type;
  return [...integerTypes, ...wideTypes].find((t) => !t.signed && t.rank === type.rank)!;
}

export function isUsable(type: Type, as: PointerType): boolean {
  return (
    type.kind === 'pointer' &&
    sameType(type.target, as.target) &&
    type.before >= as.before &&
    type.length >= as.length &&
    (as.constant || !type.constant)
  );
}

/** Types of which pointers may be mixed. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'integer' && b.kind === 'integer') return a.name === b.name;
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    return sameType(a.target, b.target) && a.before === b.before && a.length === b.length && a.constant === b.constant;
  }
  if (a.kind === 'array' && b.kind === 'array') return a.length === b.length && sameType(a.element, b.element);
  return false;
}

/** No bytes that no member covers: every byte of the object is the program's. */
export function isPlain(type: Type): type is IntegerType {
  return type.kind === 'integer' && type.bits >= 8 && type.bits <= 64;
}
