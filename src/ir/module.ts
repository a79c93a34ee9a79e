// The typed module that the parser produces and the linker merges: globals, functions, debug information.

import type { Diagnostic } from '../base/diagnostic.js';
import type { DebugInfo } from './debug/debug-info.js';
import type { ByValue, Instruction } from './instruction.js';
import type { DataLayout } from './layout.js';
import type { FunctionType, Type } from './type.js';
import type { Constant, Register } from './value.js';

export interface IrModule {
  readonly triple: string;
  readonly layout: DataLayout;
  /** One for each translation unit that was linked in; `unit` fields index it. */
  readonly units: readonly Unit[];
  readonly globals: ReadonlyMap<string, GlobalVariable>;
  readonly functions: ReadonlyMap<string, IrFunction>;
  /** Aliases and ifuncs: name → the constant that it stands for. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** By id; empty until `numberInstructions`. */
  readonly instructions: readonly Instruction[];
  /** By instruction id: the name of the function that the instruction is in. */
  readonly owners: readonly string[];
  /** Module-level inline assembly, in textual order. */
  readonly assembly: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Unit {
  /** The file given to clang (or the .ll file). */
  readonly file: string;
  /** Of its text; empty where nobody gave one. */
  readonly hash: string;
  readonly debug: DebugInfo;
  /** The project compiles it with `-O0`. */
  readonly isUnoptimised?: true;
  /** It came with Preempt, as the model of a library: reports show the places that call it. */
  readonly isModel?: true;
  /** It came with Preempt as well, and is a body like any other: what it does to the program's memory is looked at. */
  readonly isLibrary?: true;
}

export type Linkage =
  | 'external'
  | 'internal'
  | 'private'
  | 'weak'
  | 'weak_odr'
  | 'linkonce'
  | 'linkonce_odr'
  | 'common'
  | 'extern_weak'
  | 'available_externally'
  | 'appending';

export interface GlobalVariable {
  /**
   * Unique in the linked module. An internal name that two units use gets a suffix; `sourceName` keeps the original.
   */
  readonly name: string;
  readonly sourceName: string;
  readonly unit: number;
  readonly linkage: Linkage;
  readonly type: Type;
  readonly addressSpace: number;
  /** `constant` instead of `global`. */
  readonly constant: boolean;
  readonly threadLocal: boolean;
  /** Absent: declared here, defined nowhere. */
  readonly initializer?: Constant;
  readonly section?: string;
  readonly align: number;
  /** Metadata id of the `!dbg` DIGlobalVariableExpression, −1 where there is none. */
  readonly debug: number;
}

export interface Alias {
  readonly name: string;
  readonly unit: number;
  readonly linkage: Linkage;
  readonly target: Constant;
  readonly ifunc: boolean;
}

export interface IrFunction {
  readonly name: string;
  readonly sourceName: string;
  readonly unit: number;
  readonly linkage: Linkage;
  readonly type: FunctionType;
  readonly addressSpace: number;
  /** e.g. `avr_signalcc`, `avr_intrcc`, `msp430_intrcc`, `x86_intrcc`; absent for the C convention. */
  readonly callingConvention?: string;
  /** Of the function itself, groups resolved: enum attributes map to '', string attributes to their value. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly section?: string;
  readonly parameters: readonly Register[];
  /** byval(T) parameters by position. */
  readonly byValue?: ReadonlyMap<number, ByValue>;
  /** Parameters through which nothing is written, as `readonly` says, or what a declaration calls constant. */
  readonly constPointees?: ReadonlySet<number>;
  readonly registerCount: number;
  /** Empty for a declaration. The first is the entry. */
  readonly blocks: readonly Block[];
  /** Metadata id of the DISubprogram, −1 where there is none. */
  readonly debug: number;
  /** Constructs in the body that could not be understood; a body with any must not be analysed as if it were whole. */
  readonly problems: readonly Diagnostic[];
}

export interface Block {
  /** Label without `%`. */
  readonly name: string;
  /** The last one is the terminator. */
  readonly instructions: readonly Instruction[];
}
