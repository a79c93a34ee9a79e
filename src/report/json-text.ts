// JSON that is inert wherever it is shown: a terminal, or the log of a CI run, which takes `##[…]` inside a line as a
// command. Names and source text come from the input. The value is the same as that of plain JSON: only the way its
// strings are written differs.

export function jsonText(value: unknown, indent?: number): string {
  // None of these can stand outside a string; C0 controls and line ends are escaped in any case.
  return `${JSON.stringify(value, null, indent)}\n`
    .replace(/##(?=\[)/g, '#\\u0023')
    .replace(
      /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
