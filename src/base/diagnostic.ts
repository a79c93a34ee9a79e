// What Preempt tells its user about the input: a stable code, a severity and a place.
// Problems caused by the input are values of this type, never exceptions.

/** A position in a source file. Line 0 means the file as a whole; column 0 means the line as a whole. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Severity = 'error' | 'warning' | 'note';

export interface Diagnostic {
  /** Stable, kebab-case, e.g. `missing-file`, `ir-unknown-instruction`. Documented in docs/diagnostics.md. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  /** Text shown below the message as it is, e.g. clang's own output. */
  readonly detail?: string;
}

export function errorAt(code: string, message: string, place?: Place, detail?: string): Diagnostic {
  return make('error', code, message, place, detail);
}

export function warningAt(code: string, message: string, place?: Place, detail?: string): Diagnostic {
  return make('warning', code, message, place, detail);
}

export function noteAt(code: string, message: string, place?: Place, detail?: string): Diagnostic {
  return make('note', code, message, place, detail);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error');
}

function make(severity: Severity, code: string, message: string, place?: Place, detail?: string): Diagnostic {
  return {
    severity,
    code,
    message,
    ...(place === undefined ? {} : { place }),
    ...(detail === undefined ? {} : { detail }),
  };
}
