// What the generator knows at a point of the program: names in sight, where `break` may stand, and how often this point
// is reached.

import { Random } from '../../solve/random.js';
import type { Range } from './range.js';
import type { Family, Variable } from './syntax.js';
import { type IntegerType, integerTypes, type RecordType, type Type, wideTypes } from './type.js';

/** A function that can be called from here. */
export interface Callee {
  readonly name: string;
  readonly result: Type | undefined;
  readonly parameters: readonly Variable[];
  readonly pure: boolean;
  /** Estimated statements that a call executes. */
  readonly cost: number;
}

export interface VariadicCallee {
  readonly name: string;
  readonly record: RecordType | undefined;
}

export class Context {
  readonly random: Random;
  /** Innermost last. */
  variables: Variable[] = [];
  readonly records: RecordType[] = [];
  /** Whose functions exist, and those that may be called from here. */
  readonly families: Family[] = [];
  readonly callable: Family[] = [];
  readonly callees: Callee[] = [];
  readonly variadics: VariadicCallee[] = [];
  readonly listNodes: RecordType[] = [];
  /** Records that may be passed, returned and copied. */
  usesWideIntegers = false;

  /** In a function whose calls may stand anywhere in an expression: it writes nothing but its own locals. */
  pure = false;
  result: Type | undefined = undefined;
  /** 0 is file scope. */
  depth = 0;
  loops = 0;
  breakable = 0;
  readonly labels: string[] = [];
  /** Calls of functions that are not finished yet, with less fuel. */
  partners: { readonly callee: Callee; sites: number }[] = [];
  fuel: Variable | undefined = undefined;
  /** Indirect jumps may not enter or leave the scope of an array of variable length. */
  inVariableLength = false;
  /** Whose end is the end of the program: it does not return early. */
  inMain = false;
  /** Indices within indices. */
  indices = 0;
  /** Statements that the program may still get before it only comes to an end. */
  room = 0;
  multiplier = 1;
  cost = 0;
  budget = 0;

  private names = 0;

  constructor(
    seed: number,
    readonly prefix: string,
  ) {
    this.random = new Random(seed);
  }

  name(stem: string): string {
    return `${stem}${++this.names}`;
  }

  fileName(stem: string): string {
    return `${this.prefix}${this.name(stem)}`;
  }

  integerType(): IntegerType {
    if (this.usesWideIntegers && this.random.chance(3)) return this.random.pick(wideTypes);
    return this.random.pick(integerTypes);
  }

  variable(stem: string, type: Type, more: { readonly range?: Range; readonly fixed?: boolean } = {}): Variable {
    return {
      name: this.name(stem),
      type,
      storage: 'local',
      depth: this.depth,
      constant: false,
      volatile: false,
      fixed: more.fixed ?? false,
      ...(more.range === undefined ? {} : { range: more.range }),
    };
  }

  /** Names that are declared by `make` are gone afterwards. */
  inBlock<T>(make: () => T): T {
    const { length } = this.variables;
    this.depth++;
    const made = make();
    this.depth--;
    this.variables.length = length;
    return made;
  }

  repeated<T>(times: number, make: () => T): T {
    this.multiplier *= times;
    const made = make();
    this.multiplier /= times;
    return made;
  }

  spend(amount: number): void {
    this.cost += amount * this.multiplier;
  }

  canSpend(amount: number): boolean {
    return this.cost + amount * this.multiplier <= this.budget;
  }
}
