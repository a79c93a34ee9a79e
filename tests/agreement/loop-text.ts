// What the text of a generated endless program says: its loops, by lines, and what each ISR writes and lets in. Only
// for the form in which ./endless.ts writes them: a loop begins on its own line and ends with the brace that closes it.
// Those that count are no loops that anybody waits in: they end.

export interface LoopText {
  readonly first: number;
  readonly last: number;
  readonly hasExit: boolean;
}

export type WrittenBy = ReadonlyMap<
  string,
  { readonly variables: ReadonlySet<string>; readonly opens: boolean; readonly enables: ReadonlySet<number> }
>;

export function loopsOf(text: string): readonly LoopText[] {
  const lines = text.split('\n');
  return lines.flatMap((line, n): LoopText[] =>
    [...line.matchAll(/\b(?:while|for) \((?!int )/g)].map((found) => ({
      first: n + 1,
      last: n + 1 + lengthOf(lines, n, found.index),
      hasExit: !line.startsWith('for (;;)', found.index),
    })),
  );
}

/** Lines from where a loop begins to the brace that closes its body. */
function lengthOf(lines: readonly string[], from: number, column: number): number {
  let depth = 0;
  for (let n = from; n < lines.length; n++) {
    for (const c of lines[n]!.slice(n === from ? column : 0)) {
      if (c === '{') depth++;
      if (c === '}' && --depth === 0) return n - from;
    }
  }
  throw new Error('a loop without an end');
}

export function writtenBy(text: string): WrittenBy {
  const found = new Map<string, { variables: Set<string>; opens: boolean; enables: Set<number> }>();
  for (const [, name, body] of text.matchAll(/^void (isr_\d+)\(void\) \{\n([\s\S]*?)^\}/gm)) {
    found.set(name!, {
      variables: new Set([...body!.matchAll(/\b(\w+)(?: \^?= |\+\+)/g)].map((m) => m[1]!)),
      opens: /"sei"|"cpsie i"|set_global_mask\(0\)/.test(body!),
      enables: new Set([...body!.matchAll(/enable_isr\((\d+)\)/g)].map((m) => Number(m[1]))),
    });
  }
  return found;
}
