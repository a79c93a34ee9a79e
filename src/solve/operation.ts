// The primitive operations of terms. Everything else (or, ule, zext, rotations, overflow tests, …) is built from these,
// so that each primitive has exactly one meaning (fold.ts), one circuit (blast.ts) and one spelling in SMT-LIB.

export const Op = {
  constant: 0,
  variable: 1,
  not: 2,
  and: 3,
  xor: 4,
  add: 5,
  sub: 6,
  mul: 7,
  udiv: 8,
  urem: 9,
  sdiv: 10,
  srem: 11,
  shl: 12,
  lshr: 13,
  ashr: 14,
  eq: 15,
  ult: 16,
  slt: 17,
  /** `concat(high, low)`; zero extension is a concatenation with zeros. */
  concat: 18,
  /** Operand `a` from bit `b`; the term's width says how many bits. */
  extract: 19,
  sext: 20,
  /** `ite(condition, whenTrue, whenFalse)`. */
  ite: 21,
} as const;

export type Op = (typeof Op)[keyof typeof Op];

/** Two operands of one width, result of that width or (comparisons) of width 1. */
export type BinaryTermOp =
  | typeof Op.and
  | typeof Op.xor
  | typeof Op.add
  | typeof Op.sub
  | typeof Op.mul
  | typeof Op.udiv
  | typeof Op.urem
  | typeof Op.sdiv
  | typeof Op.srem
  | typeof Op.shl
  | typeof Op.lshr
  | typeof Op.ashr
  | typeof Op.eq
  | typeof Op.ult
  | typeof Op.slt;

/** Number of operands that are terms, indexed by operation. */
export const operandCount: readonly number[] = [0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 3];

export function isComparison(op: Op): boolean {
  return op === Op.eq || op === Op.ult || op === Op.slt;
}
