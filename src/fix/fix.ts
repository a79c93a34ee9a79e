// What is suggested against a finding.

/**
 * Lines that would have to run with ISRs kept out. Suggested only where the program with that change no longer shows
 * the finding.
 */
export interface Fix {
  /** Of the unit that must not be interrupted. */
  readonly context: string;
  readonly function: string;
  readonly file: string;
  /** Both included. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** C statements, without indentation: before the first line, and after the last. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly keepsOut: readonly string[];
  /** What was checked, and within which bounds. */
  readonly verified: string;
}
