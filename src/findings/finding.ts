// What every engine reports: findings with a schedule that replays, and verdicts with their bounds. Status is data.

import type { Place } from '../base/diagnostic.js';
import type { Instruction } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';

export type Property = 'atomicity' | 'race' | 'assertion';
export type FindingKind = 'atomicity' | 'race' | 'torn-access' | 'assertion';
export type Pattern = 'RWR' | 'WWR' | 'RWW' | 'WRW';

/** One access in a finding, as the reader of the source sees it. */
export interface FoundAccess {
  readonly operation: 'R' | 'W';
  readonly context: ContextId;
  readonly function: string;
  readonly instruction: Instruction;
  readonly place: Place | undefined;
  /** As the replay saw it. */
  readonly value?: string;
}

export interface Finding {
  /** Equal exactly for the same kind, pattern, variable and places. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly pattern?: Pattern;
  /** Fields kept, indices as `[]`. */
  readonly variable: string;
  /** One concrete element: `ring[3]`. */
  readonly example: string;
  /** Of atomicity violations. */
  readonly harm?: 'harmful' | 'not-shown-harmful';
  /** Of harmful ones: what no order without the violation gives. */
  readonly difference?: string;
  readonly message?: string;
  readonly schedule: string;
  /** In the order of execution. */
  readonly accesses: readonly FoundAccess[];
}

/** `fileName` tells how a file is called in it. */
export function identityOf(
  { kind, pattern, variable, accesses }: Pick<Finding, 'kind' | 'pattern' | 'variable' | 'accesses'>,
  fileName: (file: string) => string,
): string {
  const places = accesses.map(({ operation, place, function: name }) => {
    const file = place === undefined ? '' : fileName(place.file);
    return `${operation}${file}:${place?.line ?? 0}:${place?.column ?? 0}@${name}`;
  });
  return [kind, pattern ?? '', variable, ...places].join(' ');
}

export interface Bounds {
  /** Starts of each ISR. */
  readonly arrivals: number | 'unbounded';
  /** Loops on arbitrary data; absent when none was met. */
  readonly unwind?: number;
}

export type Verdict = {
  readonly property: Property;
  readonly engine: string;
  readonly bounds: Bounds;
  readonly assumptions: readonly string[];
} & (
  | { readonly kind: 'holds' }
  /** `incomplete`: why there may be more findings than those reported; absent where there are none. */
  | { readonly kind: 'violated'; readonly incomplete?: string }
  /** Always with its reason. */
  | { readonly kind: 'unknown'; readonly because: string }
);
