// What a finding is, for every engine: accesses or a failure, a schedule that replays, and an identity that is the same
// on every path.

import type { Place } from '../base/diagnostic.js';
import type { InstructionId } from '../ir/instruction.js';
import type { ContextId } from '../model/program.js';

export type Property = 'atomicity' | 'race' | 'assertion';
export type FindingKind = 'atomicity' | 'race' | 'torn-access' | 'assertion';
export type Pattern = 'RWR' | 'WWR' | 'RWW' | 'WRW';

/** One access in a finding, as the reader of the source sees it. */
export interface FoundAccess {
  readonly operation: 'R' | 'W';
  readonly context: ContextId;
  readonly function: string;
  readonly instruction: InstructionId;
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
  /** Who found it. */
  readonly engine: string;
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

export const propertyOf = ({ kind }: Pick<Finding, 'kind'>): Property => (kind === 'torn-access' ? 'race' : kind);
