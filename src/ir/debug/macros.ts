// The macros of a translation unit, where the compiler was told to keep them: what they are is text, and some of it is
// a number.

import type { MetadataReader } from './metadata-reader.js';

/** Macros that stand for other macros are followed so far. */
const MAX_ALIASES = 8;

/** Their texts by name, the last definition of each. */
export function readMacros(metadata: MetadataReader): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<number>();
  const work: number[] = [];
  const push = (list: number): void => {
    for (const id of [...metadata.tuple(list)].reverse()) work.push(id);
  };
  for (const unit of metadata.named('llvm.dbg.cu')) {
    const node = metadata.node(unit);
    if (node !== undefined) push(metadata.reference(node, 'macros'));
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = metadata.node(id);
    if (node?.name === 'DIMacroFile') push(metadata.reference(node, 'nodes'));
    else if (node?.name === 'DIMacro') {
      const name = metadata.text(node, 'name');
      if (metadata.text(node, 'type') === 'DW_MACINFO_define') found.set(name, metadata.text(node, 'value'));
      else found.delete(name);
    }
  }
  return found;
}

/** The number that a macro stands for: `(7)`, `0x000e`, `(7 * 2u)`, or another macro that is one. */
export function macroNumber(macros: ReadonlyMap<string, string>, name: string): number | undefined {
  let text = macros.get(name);
  for (let n = 0; n < MAX_ALIASES && text !== undefined; n++) {
    const plain = text.replace(/[()\s]/g, '');
    if (/^[A-Za-z_]\w*$/.test(plain)) text = macros.get(plain);
    else return product(plain);
  }
  return undefined;
}

function product(text: string): number | undefined {
  const factors = text.split('*').map((factor) => /^(0x[\da-f]+|[1-9]\d*|0)[ul]*$/i.exec(factor)?.[1]);
  return factors.reduce<number | undefined>(
    (all, factor) => (all === undefined || factor === undefined ? undefined : all * Number(factor)),
    1,
  );
}
