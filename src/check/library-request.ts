// What can be asked of `preempt library`, as plain data, and what a run is told and tells.

import type { Cancellation } from '../base/shared-signal.js';
import type { Host } from '../clang/host.js';
import type { Description } from '../engines/library/description.js';
import type { SearchedModels } from '../engines/library/races.js';
import type { Request } from './request.js';

export interface LibraryRequest extends Request {
  readonly description: Description;
  /** What reports of problems with the description name. */
  readonly descriptionFile: string;
  readonly derive: boolean;
  readonly reduction: 'reduced' | 'full';
  /** Of the full model. */
  readonly tasks: number;
  readonly nesting: boolean;
  readonly memory: number;
  /** Of one model. */
  readonly mostStates: number;
  /** Pairs are tried on the library itself. */
  readonly confirm?: LibraryConfirmation;
}

export interface LibraryConfirmation {
  /** The port and the set-up that the description names. */
  readonly sources: readonly string[];
  /** For all pairs. */
  readonly seconds: number;
}

/** What is done of a run: batches by number, and of which run. */
export interface LibraryProgress {
  readonly run: string;
  readonly batches: readonly (SearchedModels | null)[];
}

export interface LibraryOptions {
  readonly host: Host;
  readonly signal?: Cancellation;
  readonly onProgress?: (done: number, of: number) => void;
  /** Of pairs that are tried on the library itself. */
  readonly onConfirming?: (settled: number, of: number) => void;
  /** Of an earlier run; one of something else is not gone on with. */
  readonly resume?: LibraryProgress | undefined;
  /** Called whenever more is done. */
  readonly keep?: (progress: LibraryProgress) => void;
}
