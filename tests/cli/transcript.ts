// Markdown files as tests of the command line. A ```console block holds what a person would see in a terminal:
//
//   $ preempt inspect missing.c          a command, run by sh in the root of the repository
//   2> missing.c: error: no such file    standard error, marked; then standard output as it is
//   exit 2                               shown after every preempt command, and after others that fail
//
// A line of only `…` stands for any lines, `⟨…⟩` inside a line for any text: for what differs between machines and
// clangs.

/** What a command did. */
export interface Outcome {
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number;
}

/**
 * The document with every command's outcome as `run` finds it; equal to `document` when that is what it says already.
 */
export async function replay(document: string, run: (command: string) => Promise<Outcome>): Promise<string> {
  const lines = document.split('\n');
  const result: string[] = [];
  let inBlock = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    result.push(line);
    if (line.startsWith('```')) inBlock = !inBlock && line === '```console';
    if (!inBlock || line.startsWith('```')) continue;
    if (!line.startsWith('$ ')) throw new Error(`line ${at + 1}: a command was expected`);
    let command = line.slice(2);
    while (command.endsWith('\\')) {
      const more = lines[++at] ?? '';
      result.push(more);
      command = `${command}\n${more.replace(/^> /, '')}`;
    }
    const expected: string[] = [];
    while (at + 1 < lines.length && !lines[at + 1]!.startsWith('$ ') && lines[at + 1] !== '```')
      expected.push(lines[++at]!);
    const actual = shown(command, await run(command));
    result.push(...(matches(expected, actual) ? expected : keepWildcards(expected, actual)));
  }
  return result.join('\n');
}

function shown(command: string, { output, errors, exitCode }: Outcome): string[] {
  const isOurs = /(?:^|[;&|] *)preempt\b/.test(command);
  return [
    ...linesOf(errors).map((line) => `2> ${line}`.trimEnd()),
    ...linesOf(output),
    ...(isOurs || exitCode !== 0 ? [`exit ${exitCode}`] : []),
  ];
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push('(no newline at the end)');
  return lines;
}

/** Do the expected lines, with their wildcards, describe the actual ones? */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return actual.length === 0;
  if (isAnyLines(first)) return actual.some((_, skip) => matches(rest, actual.slice(skip))) || matches(rest, []);
  return actual.length > 0 && matchesLine(first, actual[0]!) && matches(rest, actual.slice(1));
}

function matchesLine(expected: string, actual: string): boolean {
  const literal = expected.split('⟨…⟩').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 'u').test(actual);
}

function isAnyLines(line: string): boolean {
  return /^(?:2> )?\s*…$/.test(line);
}

/** New output in which the wildcards of the old one keep their places, where the lines around them are still there. */
function keepWildcards(expected: readonly string[], actual: readonly string[]): readonly string[] {
  let lines = actual.map((line) => expected.find((e) => e.includes('⟨…⟩') && matchesLine(e, line)) ?? line);
  expected.forEach((line, n) => {
    if (!isAnyLines(line)) return;
    const from = lines.indexOf(expected[n - 1] ?? '');
    const to = lines.findIndex((l, i) => i > from && l === expected[n + 1]);
    if (from !== -1 && to !== -1) lines = [...lines.slice(0, from + 1), line, ...lines.slice(to)];
  });
  return lines;
}
