// Predicates of comparisons: the relation that each asks for, and what it makes of signs and of NaN.

export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>=';

export const integerPredicates = {
  eq: { relation: '==', signed: false },
  ne: { relation: '!=', signed: false },
  ult: { relation: '<', signed: false },
  ule: { relation: '<=', signed: false },
  ugt: { relation: '>', signed: false },
  uge: { relation: '>=', signed: false },
  slt: { relation: '<', signed: true },
  sle: { relation: '<=', signed: true },
  sgt: { relation: '>', signed: true },
  sge: { relation: '>=', signed: true },
} as const satisfies Readonly<Record<string, { readonly relation: Relation; readonly signed: boolean }>>;

/** `onNaN`: the answer where a side is NaN. LLVM's ordered predicates say false, the unordered ones true. */
export const floatPredicates = {
  false: { relation: 'never', onNaN: false },
  oeq: { relation: '==', onNaN: false },
  one: { relation: '!=', onNaN: false },
  olt: { relation: '<', onNaN: false },
  ole: { relation: '<=', onNaN: false },
  ogt: { relation: '>', onNaN: false },
  oge: { relation: '>=', onNaN: false },
  ord: { relation: 'always', onNaN: false },
  uno: { relation: 'never', onNaN: true },
  ueq: { relation: '==', onNaN: true },
  une: { relation: '!=', onNaN: true },
  ult: { relation: '<', onNaN: true },
  ule: { relation: '<=', onNaN: true },
  ugt: { relation: '>', onNaN: true },
  uge: { relation: '>=', onNaN: true },
  true: { relation: 'always', onNaN: true },
} as const satisfies Readonly<
  Record<string, { readonly relation: Relation | 'always' | 'never'; readonly onNaN: boolean }>
>;

export type IntegerPredicate = keyof typeof integerPredicates;
export type FloatPredicate = keyof typeof floatPredicates;
export type Predicate = IntegerPredicate | FloatPredicate;

export function isIntegerPredicate(word: string): word is IntegerPredicate {
  return Object.hasOwn(integerPredicates, word);
}

export function isFloatPredicate(word: string): word is FloatPredicate {
  return Object.hasOwn(floatPredicates, word);
}

/** Neither side is NaN. */
export function holds(relation: Relation | 'always' | 'never', a: number, b: number): boolean {
  switch (relation) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case 'always':
      return true;
    case 'never':
      return false;
  }
}

const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** A comparison in C or JavaScript, where relations with NaN are false but for `!=`: a negation holds on NaN too. */
export function floatRelationText(relation: Relation, onNaN: boolean, a: string, b: string): string {
  switch (relation) {
    case '==':
      return onNaN ? `!(${a} < ${b} || ${a} > ${b})` : `${a} == ${b}`;
    case '!=':
      return onNaN ? `${a} != ${b}` : `${a} < ${b} || ${a} > ${b}`;
    default:
      return onNaN ? `!(${a} ${opposites[relation]} ${b})` : `${a} ${relation} ${b}`;
  }
}
