// Text from the input that can do nothing to whoever shows it: terminals, logs of GitHub. Everything that a report
// takes from the program goes through here before colours are added.

/**
 * Names and source text come from the input: control characters must not reach a terminal, nor marks that turn the
 * direction of writing or take no room, with which a text can pretend to be another one.
 */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (c) => {
    const code = c.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** GitHub takes lines of a log that begin so as commands. */
export function guarded(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a').replaceAll('##[', '#\\x23[');
}

/** On one line, and with no character that moves anything. */
export function inert(text: string): string {
  return printable(text).replace(/[\n\t]/g, (c) => (c === '\n' ? '\\n' : ' '));
}

/** The same data with each of its strings inert; keys are as they were. */
export function inertData<T>(data: T): T {
  if (typeof data === 'string') return inert(data) as T;
  if (Array.isArray(data)) return data.map(inertData) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, inertData(value)])) as T;
}
