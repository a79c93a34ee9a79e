// Another checker than ours: what it is asked about a translation, and what it may answer. An answer is not believed
// where it tells of a failure: that is shown on the program itself, like what our own engines find.

/** In the order of an execution of the translation: a number that was written to `preempt_trace`, or an input. */
export type ToldStep =
  | { readonly kind: 'mark'; readonly code: number }
  | { readonly kind: 'input'; readonly value: bigint };

export type BackendAnswer =
  /** No failure; `incomplete`: as far as it looked. */
  | { readonly kind: 'no failure'; readonly incomplete?: string }
  /** Each is an execution that fails; `incomplete`: why there may be others. */
  | { readonly kind: 'failures'; readonly traces: readonly (readonly ToldStep[])[]; readonly incomplete: string }
  | { readonly kind: 'no answer'; readonly because: string };

export interface Backend {
  readonly name: string;
  /** What a `holds` rests on. */
  readonly assumption: () => Promise<string>;
  readonly ask: (text: string, isOver: () => string | undefined) => Promise<BackendAnswer>;
}
