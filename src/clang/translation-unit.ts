// What is compiled, one source with everything that the user or the build system said about it; and what came of it.

import type { Lookups } from './file-view.js';

export interface TranslationUnit {
  /** `ir`: LLVM IR text, taken as it is. */
  readonly kind: 'c' | 'ir';
  /** As the user gave it, relative to `directory`; absolute when a compile_commands.json named it. */
  readonly file: string;
  /** Working directory; relative paths in `arguments` start here. */
  readonly directory: string;
  /** It is the caller's own: names relative to it are shown as they are. */
  readonly isHere?: boolean;
  /** Flags that change the program's meaning: -I, -D, -include, -std, -m… */
  readonly arguments: readonly string[];
  /** The compiler that the build system calls, and the flags about the machine that it calls it with. */
  readonly compiler?: string;
  readonly compilerArguments?: readonly string[];
  /** Target triple told by the compiler's name or by flags. */
  readonly target?: string;
  /** The project's own flags say `-O0`. */
  readonly isUnoptimised?: true;
}

/** How a run of clang on a unit ended. */
export interface RunOutcome {
  readonly ok: boolean;
  readonly crash?: string;
  readonly ir: string;
  readonly errors: string;
  readonly lookups: Lookups;
  /** What it read, or would have read, outside of the project. All else that it says is worth nothing then. */
  readonly refused: readonly string[];
  /** Whether its words may quote a file that must not be shown. */
  readonly isHidden: boolean;
}
