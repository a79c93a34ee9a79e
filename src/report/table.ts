// Plain text tables: columns as wide as their widest cell, the last one free.

export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => all.reduce((widest, row) => Math.max(widest, width(row[column] ?? '')), 0));
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + ' '.repeat(widths[column]! - width(cell))))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters on the screen; close enough for source text, which rarely holds wide ones. */
function width(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--;
  return count;
}
