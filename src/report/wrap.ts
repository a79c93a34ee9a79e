// Prose in lines of a certain width. Words that are longer than a line, such as paths, stay whole, and so do numbers
// such as 2 000 000.

/** The first line begins with `first`, the others with `rest`. */
export function wrap(text: string, width: number, first: string, rest = ' '.repeat(screenWidth(first))): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/(?<!\d) | (?!\d{3}(?!\d))/).filter((w) => w !== '')) {
    if (!isEmpty && screenWidth(line) + 1 + screenWidth(word) > width) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** Characters on the screen; close enough for source text, which rarely holds wide ones. */
export function screenWidth(text: string): number {
  return [...text].length;
}
