// What a finding is, for every engine: accesses or a failure, a schedule that replays, and an identity that is the
// same on every path.

import type { Place } from '../base/diagnostic.js';
import type { NamedWait } from '../execution/waiting.js';
import type { InstructionId } from '../ir/instruction.js';
import type { Context, ContextId } from '../model/program.js';

export type Property = 'atomicity' | 'race' | 'assertion' | 'deadlock';
export type FindingKind = 'atomicity' | 'race' | 'torn-access' | 'missing-volatile' | 'assertion' | 'deadlock';
/**
 * Somebody writes what a block that is meant to be atomic reads, reads what it writes, or writes what it only writes.
 */
export type BlockMistake = 'write' | 'read' | 'dual-write';
export type Pattern = 'RWR' | 'WWR' | 'RWW' | 'WRW';

/** One access in a finding, as the reader of the source sees it. */
export interface FoundAccess {
  readonly operation: 'R' | 'W';
  readonly context: ContextId;
  /** Of threads: which of those that run the function, `worker#2`. As the replay saw it. */
  readonly thread?: string;
  readonly function: string;
  readonly instruction: InstructionId;
  readonly place: Place | undefined;
  /** As the replay saw it; of a piece, its bits. An access that was not made, or not as a whole, has none. */
  readonly value?: string;
  /** What that is the value of: `stamp`, or `stamp[byte 1]` where the access takes several steps. */
  readonly accessed?: string;
  /** Visible steps of the replay before it; of an access that was interrupted half-way, before its last piece. */
  readonly step?: number;
  /** Of a torn access and what interrupts it: when the replay ended, only a part of it was made. */
  readonly isPart?: true;
  /** Of an assertion, where a macro makes several at one position: 2 is the second of them in its function. */
  readonly ordinal?: number;
}

/** `name` as in timelines: `worker`, `worker#2` where there are several. */
export interface WaitingThread extends NamedWait {
  readonly name: string;
}

/** Who takes which lock while it holds another. */
export interface LockOrderStep {
  readonly name: string;
  readonly holds: string;
  readonly takes: string;
}

/** A block that the program says is atomic, and what is wrong with it. */
export interface AtomicBlock {
  readonly name: string;
  readonly mistake: BlockMistake;
}

export interface Finding {
  /** Equal exactly for the same kind, pattern, variable and places. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly pattern?: Pattern;
  /** Of atomicity: the block that is not. Such a finding has no pattern. */
  readonly block?: AtomicBlock;
  /** Of a block: how (2) came to be after (1), where they access different bytes. */
  readonly entry?: FoundAccess;
  /** Fields kept, indices as `[]`. */
  readonly variable: string;
  /** One concrete element: `ring[3]`. */
  readonly example: string;
  /** Of atomicity violations, torn accesses and missing volatiles. */
  readonly harm?: 'harmful' | 'not-shown-harmful';
  /** Of harmful ones: what no order without the violation gives. */
  readonly difference?: string;
  /** Of the others: why. */
  readonly harmReason?: string;
  /** Nobody has looked for harm: there may be some. */
  readonly isUnjudged?: true;
  /** Of (R,W,W): what is written was computed from what was read. */
  readonly isUpdate?: true;
  readonly message?: string;
  /** Of assertions: a library that Preempt has a model of is used wrongly. */
  readonly isMisuse?: true;
  /** Of assertions: nobody wrote one, but C says nothing about what comes of it. */
  readonly isUndefined?: true;
  /** Of threads that wait for each other: who for what, and who has it. */
  readonly waiting?: readonly WaitingThread[];
  /** Of a candidate: locks that threads take in a circle. Of each thread, two accesses: where it took them. */
  readonly lockOrder?: readonly LockOrderStep[];
  /** It is only suspected: it is listed apart, and violates nothing. */
  readonly isCandidate?: true;
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
  contexts: readonly Context[],
): string {
  const places = accesses.map(({ operation, place, function: name, ordinal }) => {
    const file = place === undefined ? '' : fileName(place.file);
    const which = ordinal === undefined ? '' : `#${ordinal}`;
    return `${operation}${file}:${place?.line ?? 0}:${place?.column ?? 0}@${name}${which}`;
  });
  // Which of two threads that race is about to is the schedule's choice.
  const isSymmetric = kind === 'race' && accesses.every((a) => contexts[a.context]!.kind !== 'isr');
  return [kind, pattern ?? '', variable, ...(isSymmetric ? places.sort() : places)].join(' ');
}

/**
 * Errors fail a run: failing assertions, and what was shown to do harm. The others are notes. A race is judged by no
 * outcome, since the compiler may do anything.
 */
export function isError({ harm }: Pick<Finding, 'harm'>): boolean {
  return harm !== 'not-shown-harmful';
}

/** Two accesses that nothing orders violate one property, whatever comes of it. */
export const propertyOf = ({ kind }: Pick<Finding, 'kind'>): Property =>
  kind === 'torn-access' || kind === 'missing-volatile' ? 'race' : kind;

/** Where to look first, in every output alike: the access that is torn, else the first that has a place. */
export function primaryAccess<Access extends { readonly place?: unknown }>({
  kind,
  accesses,
}: {
  readonly kind: string;
  readonly accesses: readonly Access[];
}): Access | undefined {
  const torn = kind === 'torn-access' ? accesses[1] : undefined;
  return torn?.place === undefined ? (accesses.find((a) => a.place !== undefined) ?? accesses[0]) : torn;
}
