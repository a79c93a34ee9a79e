// How a text may look: colours as functions, so that renderers stay pure, and the width of the terminal.

/** Each adds nothing that takes room on the screen. */
export interface Paint {
  readonly bold: (text: string) => string;
  /** What matters less. */
  readonly dim: (text: string) => string;
  readonly error: (text: string) => string;
  readonly note: (text: string) => string;
  /** Numbers of accesses. */
  readonly mark: (text: string) => string;
  /** What a change would add. */
  readonly added: (text: string) => string;
}

const same = (text: string): string => text;

export const plainPaint: Paint = { bold: same, dim: same, error: same, note: same, mark: same, added: same };

/** One line for each finding; what a person needs; everything that is known. */
export type Detail = 'quiet' | 'normal' | 'verbose';

export interface CheckStyle {
  readonly paint: Paint;
  /** Columns that prose and frames keep to. */
  readonly width: number;
  readonly detail: Detail;
  /** Show what it cost. */
  readonly isStats: boolean;
}

export const plainStyle: CheckStyle = { paint: plainPaint, width: 80, detail: 'normal', isStats: false };
