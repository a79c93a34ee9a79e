// The outcome of a stage that bad input can stop: a value with what was noticed on the way, or only the reasons.

import type { Diagnostic } from './diagnostic.js';

export type Result<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

export function ok<T>(value: T, diagnostics: readonly Diagnostic[] = []): Result<T> {
  return { kind: 'ok', value, diagnostics };
}

export function failed<T>(...diagnostics: readonly Diagnostic[]): Result<T> {
  return { kind: 'failed', diagnostics };
}
