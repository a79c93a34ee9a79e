// Lists of a large program, cut to what a person reads: how much is left out is said, and how to see it.

/** Rows of a table that are shown. */
const MOST_ROWS = 200;
/** Names in a line. */
const MOST_NAMES = 40;

export const HOW = 'preempt inspect --all shows them, --format json lists them';

/** Lines of a table; `head` of them are above its rows. */
export function fewRows(lines: readonly string[], isWhole: boolean, head = 1): readonly string[] {
  const left = lines.length - head - MOST_ROWS;
  return isWhole || left <= 0 ? lines : [...lines.slice(0, head + MOST_ROWS), `… and ${left} more: ${HOW}`];
}

/** A list in a line. */
export function fewNames(names: readonly string[], isWhole: boolean): string {
  const left = names.length - MOST_NAMES;
  if (isWhole || left <= 0) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} … and ${left} more`;
}
